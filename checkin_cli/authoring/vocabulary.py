"""
The words that wordings are made of: subjects that somebody must have delivered, and plain words that state nothing.
"""

CONCEPTS: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "sleep": "잠 수면 밤잠 취침 기상 낮잠 숙면 꿀잠 단잠 불면 잠자리 자 잠들 깨 졸리 잠자",
        "hunger": "허기 배고픔 식욕 입맛 포만감 공복 배고프 고프 군것질",
        "weight": "체중 몸무게 저울 체중계 무게 킬로",
        "fat": "체지방 지방 뱃살 살 군살 피하지방 비만",
        "muscle": "근육 제지방 근육량 근성장 근손실 복근 식스팩",
        "strength": "근력 힘 체력 지구력 기초체력",
        "training": "운동 훈련 세트 강도 유산소 무산소 스쿼트 달리기 걷기 산책 반복 활동 움직임 걸음 선수 경력 스트레칭",
        "intake": "섭취 식사 식단 끼니 끼 음식 열량 칼로리 과식 폭식 절식 간식 야식 먹 밥 에너지 소비 아침밥 외식 단식",
        "protein": "단백질 고기 닭가슴살 계란 달걀 두부 콩 보충제 쉐이크 아미노산 류신",
        "carbs": "탄수화물 당 설탕 글리코겐 밥 빵 면 쌀 과일 당질 전분 단것 떡",
        "macros": "영양소 비율 영양",
        "fibre": "섬유 채소 야채 통곡물 나물",
        "water": "물 수분 음료 체수분 갈증 마시 땀",
        "sodium": "소금 나트륨 염분 짠맛 국물 짜",
        "digestion": "변 장 소화 배변 대변 가스 더부룩 속 위장 유제품 우유 유산균 설사 변비 형태",
        "stress": "스트레스 긴장 불안 압박 우울 코르티솔 부담",
        "condition": "컨디션 기운 피로 활력 기력",
        "recovery": "회복 휴식 재생",
        "health": "질병 건강 증상 질환 병 면역 면역력 혈압 혈당 심장 혈관 간 신장 콩팥 뼈 관절 대사 호르몬 염증 노화 수명 사망 피부",
        "care": "의료진 의료 진료 병원 의사 약 처방 치료 상담 주사 수술",
        "caffeine": "카페인 커피 에너지드링크 녹차 홍차",
        "alcohol": "술 알코올 음주 맥주 소주",
        "creatine": "크레아틴",
        "cycle": "생리 월경 주기",
        "loss": "감량 다이어트 체중감량",
        "gain": "증량 벌크업",
        "illness": "아프 몸살 감기 통증 두통",
        "habit": "습관",
        "mood": "기분 마음 행복 자신감 동기",
        "speed": "속도",
        "holiday": "명절 여행 연휴 휴가",
        "prescription": "목표 계획",
    }.items()
}
"""
Subjects by name. A wording may speak of one only where the delivered wordings, principles or tags do.
"""

FREELY = frozenset(("mood", "prescription", "condition", "speed"))
"""
Subjects that carry no claim by themselves.
"""

OF_TAGS = {
    "sleep": "sleep",
    "weight": "weight",
    "weighins": "weight",
    "change": "weight",
    "rate": "weight",
    "means": "weight",
    "intake": "intake",
    "macros": "macros",
    "protein": "protein",
    "carb": "carbs",
    "water": "water",
    "digestion": "digestion",
    "stress": "stress",
    "condition": "condition",
    "training": "training",
    "effort": "training",
    "appetite": "hunger",
    "pain": "illness",
}
"""
The subject that tags of a beginning speak of.
"""

PLAIN = frozenset(
    """
    가운데 가짓수 가까이 각각 간격 갈래 감 값 강약 갖가지 개 거리 것 겉 결 결과 경우 경향 계기 곁 고비 곳 공간 과정 구간 구석 군데
    굴곡 그날 그대로 그동안 그때 그림 근거 근처 글자 기간 기대 기록 기록장 기미 기본 기세 기억 기준 기준점 길 길이 까닭 깊이 꼴
    끝 나날 나란히 나름 나머지 나중 날 날짜 남짓 낮 내용 내일모레 너비 넉넉 높낮이 높이 눈 눈길 눈금 눈앞 눈여겨 다음 다음번 단서
    달 담당자 대강 대로 대목 대신 더미 덕 덩어리 데 도막 동안 뒤 뒷받침 들쭉날쭉 때 뜻 띠 마디 마련 마무리 만큼 말 매듭 면 면면
    모두 모습 모양 모임 목록 몫 몸 몸속 무렵 묶음 문 물결 밑 밑거름 밑그림 밑바탕 바깥 바닥 바람 바탕 박자 반대 발걸음 발자국 발판
    방식 방향 배경 번 범위 변동 변화 변화율 별일 보기 보람 보탬 보통 본보기 봄 부분 비교 비슷 빈자리 빈칸 빈틈 사람 사이 사정 살림
    상황 상태 새 생각 생활 선 선택 세상 속내 손 수 수치 숫자 순간 순서 숨 스스로 습관 시간 시기 시선 시작 시점 실마리 실제 쌍 쓰임
    아래 아침 안 안팎 앞 앞날 앞뒤 양 양쪽 어림 어림값 어제 언저리 얼개 얼굴 얼마 얼마간 여느 여러 여백 여유 여지 연결 연속 열쇠말
    영향 옆 예상 오늘 오르내림 옷차림 외 요일 요즘 우리 움직임 원인 위 위치 유지 의미 이 이번 이번 이야기 이유 이음 익숙 인상 일 일상
    일정 일지 자국 자락 자료 자리 자리매김 잠깐 잠시 재료 저녁 저마다 저번 전 전날 전부 전체 점 정도 정리 제자리 조각 조건 조금
    조절 종류 주 주간 주말 주중 주변 줄 줄기 중 중간 즈음 지금 지난날 지난번 지난주 지점 질 짐 집 짜임 짝 쪽 차례 차이 참고 채
    처음 천천히 체크 체크인 초 추세 출발점 칸 켜 크기 큰일 터 토대 통 틀 틈 판단 편 평균 평소 평일 폭 표 표시 푯말 하나 하나하나 하루
    하루치 하루하루 한가운데 한곳 한꺼번에 한눈 한데 한동안 한때 한자리 한쪽 함께 항목 해 해석 허리 형편 호흡 확인 활동 후 흐름 흔적
    월요일 화요일 수요일 목요일 금요일 토요일 일요일 앞주 지난밤 간밤 밤 밤사이 새벽 하룻밤 며칠 몇 날씨 계절 여름 겨울 가을
    고마움 걱정 궁금 느낌 놀람 다행 마찬가지 문제 바쁨 배려 부담 불편 소중 수고 아쉬움 안심 여운 이해 인사 정성 존중 차분 편안 필요
    가정 개인 경력 검토 결정 제안 조정 주의 집단 카드 도움 선수 성인 대부분 문헌 연구 관련 효과 수준 한계 성장 나란 수월 또렷 간단 완만
    느긋 꾸준 고루 고른 분명 뚜렷 단단 더딤 비중 몫 배분 나눔 뺄셈 덧셈 셈 헤아림 짐작 가늠 어림수 눈대중 바늘 반영 보조 참고점
    일기 메모 줄글 요약 갈피 가닥 맥락 전후 전반 후반 초반 중반 막바지 하반 상반 틈새 빈도 횟수 번수 날수 주수 합 합계 총합 모음 수집
    체온 온도 계단 파도 물살 곡선 직선 그래프 도표 눈높이 잣대 저울질 자 각도 관점 측면 차원 층 켤레 단위 기점 종점 시작점 도착점
    """.split()
) - frozenset(("글자", "이야기", "표시", "문제", "걱정", "아쉬움", "안심", "큰일", "내일모레", "보람", "다행", "열쇠말"))
"""
Everyday nouns of reading and comparing that no source has to carry.
"""

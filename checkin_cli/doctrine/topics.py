"""
What people call the topics of principles, and what they say where the doctrine has another word.
"""

TOPIC_WORDS = {
    "trend": "체중 흐름 추세",
    "recording": "기록 습관",
    "rate": "속도 목표 범위",
    "adherence": "실천 계획",
    "nutrition": "영양 열량 단백질 탄수화물 지방",
    "digestion": "소화 식이섬유",
    "fluids": "수분 나트륨 카페인",
    "sleep": "수면 잠",
    "training": "운동 근력",
    "movement": "활동 유산소",
    "recovery": "회복 스트레스 컨디션",
    "phases": "정체기 휴식기 단계",
    "goals": "목표 습관 계획",
    "tone": "말투 선택",
    "safety": "안전 확인",
    "tools": "체중계 측정",
}
"""
What people call the topics, so that a search for 수면 finds a sentence that says 잠.
"""

SAID_FOR = {
    "감량": "다이어트 커팅 체중감량 빼 뺄 뺀 뺐",
    "경력": "초보 숙련 상급자",
    "계획과 달라진 뒤": "어기 어겼 어긴 무너 과식 폭식 망쳤",
    "글리코겐": "탄수 밥 빵 면",
    "기분": "우울 불안",
    "나트륨": "소금 염분",
    "날마다": "매일",
    "너그럽게": "자책 죄책감",
    "느려지는": "정체 정체기 멈췄 멈춘",
    "뜻하지 않은 감소": "이유없 갑자기",
    "물": "수분",
    "배고픔 허기": "식욕 배고 허기 공복",
    "변의 형태 장": "변비 설사 대변 배변",
    "생리": "월경 생리통",
    "성탄절 명절": "추석 설날 연휴 휴가 여행",
    "세트를 한계까지 반복하는 것": "실패지점 실패 탈진",
    "소금": "짜 짠 짰 국물 나트륨 염분",
    "쉬어 가는 기간": "브레이크 휴식기 리피드 휴식",
    "아주 낮은 열량": "초저열량 단식 굶",
    "열량": "칼로리 kcal",
    "유산소": "러닝 달리기 걷기",
    "일요일 월요일": "주말",
    "잠": "수면 자야 자면 자는 잔 잤",
    "증량": "벌크업 벌크 찌우 찌워 린매스업",
    "체수분": "부종 붓 부었",
    "체중": "몸무게 살 kg",
    "카페인": "커피 부스터 에너지음료",
    "한계": "실패지점 탈진",
}
"""
Words of the doctrine, each with beginnings of words that operators use for it.
"""

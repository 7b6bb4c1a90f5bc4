"""
The locked Korean words of the layouts: titles, labels and states, by the ids of the documents.

Daily and weekly copy speaks 해요체, the operator's card 합쇼체; labels and bullets are nominal.
"""

NOT_RECORDED = "기록 없음"

DAILY_TITLE = "오늘 체크인 완료"
DAILY_ACTIONS = "오늘 할 일"
WEEKLY_TITLE = "이번 주 리포트"
CARD_TITLE = "적응형 영양 검토"
PROPOSAL = "권장안"
REVIEW = "검토 필요"
OPERATOR_NOTE = "담당자 메모"

CURRENT_MEAN = "최근 7일 평균 체중"
PRIOR_MEAN = "이전 7일 평균 체중"
PRIOR_MEAN_AFTER_GAP = "2주 전 7일 평균 체중"
CHANGE = "주간 변화"
CHECKIN_RATE = "체크인율"
GOAL_RANGE = "목표 범위"

GOALS = {
    "lean_mass_gain": "근육 증량",
    "fat_loss": "체지방 감량",
    "maintenance": "체중 유지",
}

TRAINING = {"done": "완료", "rest": "휴식", "skipped": "진행하지 않음"}

DIGESTION = {
    "normal": "평소와 같음",
    "gas_bloating": "가스·더부룩함",
    **{f"bristol_{form}": f"브리스톨 {form}형" for form in range(1, 8)},
}

VERDICTS = {
    "record_more": "기록을 더 모으기",
    "maintain": "지금 계획 유지",
    "review_up": "섭취를 늘리는 방향 검토",
    "review_down": "섭취를 줄이는 방향 검토",
    "human_review": "담당자 검토",
}

DECISIONS = {
    "observe": "관찰",
    "maintain": "유지",
    "calorie_adjustment_candidate": "열량 조정 후보",
    "macro_redistribution_candidate": "영양소 재배분 후보",
    "human_review": "담당자 검토",
}

CYCLE_DAYS = {"high": "고탄수일", "medium": "중탄수일", "low": "저탄수일"}

APPROVAL = {"pending": "승인 대기", "approved": "승인됨"}

DELIVERY = {
    "disabled": "고객 전달: 꺼져 있음. 고객은 이 내용을 받지 않았습니다.",
    "enabled": "고객 전달: 켜져 있음. 고객은 아직 이 내용을 받지 않았습니다.",
    "revoked": "고객 전달: 철회됨. 고객은 이 내용을 받지 않았습니다.",
    "not_delivered": "고객 전달: 전달되지 않음. 고객은 이 내용을 받지 않았습니다.",
    "sent_audited": "고객 전달: 완료. 고객이 이 내용을 받았습니다.",
    "delivery_unknown": "고객 전달: 확인되지 않음. 고객이 이 내용을 받았는지 알 수 없습니다.",
}

REASONS = {
    "in_range": "목표 범위 안",
    "watch_1": "범위를 벗어난 첫 주",
    "adherence_first": "계획을 이어 간 정도 먼저 확인",
    "low_confidence": "비교할 근거가 적음",
    "phase_start": "새 목표의 첫 두 주",
    "context_illness": "아팠던 주",
    "context_travel_holiday": "여행이나 명절이 있던 주",
    "context_creatine_start": "크레아틴을 시작한 시기",
    "context_new_scale": "체중계가 바뀜",
    "context_cycle": "생리 시기가 겹침",
    "need_weighins": "체중 기록이 모자람",
    "need_prior_week": "비교할 앞선 주가 없음",
    "confirm_weight": "체중 값 확인",
    "below_range_2w": "두 주 연속 범위 아래",
    "above_range_2w": "두 주 연속 범위 위",
    "rate_bound_1w": "한 주 변화가 한도를 넘음",
    "low_intake": "섭취가 적음",
    "unplanned_loss": "계획에 없던 체중 감소",
    "recovery_conflict": "회복 기록과 방향이 엇갈림",
    "at_floor": "섭취 하한에 닿음",
    "undecided": "결정되지 않은 제안이 반복됨",
    "flip": "방향이 뒤바뀜",
}
"""
Reason codes that go with a safety hold are not here: a held card prints no reason.
"""

EMERGENCY = {
    "chest_pain_or_stroke_signs": {
        "customer": "가슴 통증이나 숨 가쁨, 한쪽 마비, 어눌한 말이 있다면 지금 119에 전화해 주세요.",
        "operator": "가슴 통증이나 호흡 곤란, 한쪽 마비, 어눌한 말이 있다면 지금 119에 연락해 주십시오.",
    },
    "fainting_or_palpitations": {
        "customer": "운동 중에 쓰러졌거나 가슴이 함께 불편하다면 지금 119에 전화해 주세요.",
        "operator": "운동 중에 쓰러졌거나 가슴 증상이 함께 있다면 지금 119에 연락해 주십시오.",
    },
    "self_harm": {
        "customer": (
            "지금 많이 힘들다면 자살예방상담전화 109에 전화해 주세요. 하루 내내 열려 있어요. "
            "급하면 119나 112에 전화해 주세요."
        ),
        "operator": "자살예방상담전화 109는 24시간 열려 있습니다. 급하면 119나 112에 연락해 주십시오.",
    },
    "gut_alarm_signs": {
        "customer": "배가 심하게 아프거나 검은 변과 어지럼이 함께 있다면 지금 119에 전화해 주세요.",
        "operator": "심한 복통이나 검은 변과 어지럼이 함께 있다면 지금 119에 연락해 주십시오.",
    },
    "dehydration_or_heat": {
        "customer": "더위에 쓰러졌거나 정신이 흐려진다면 지금 119에 전화해 주세요.",
        "operator": "더위에 쓰러졌거나 의식이 흐려진다면 지금 119에 연락해 주십시오.",
    },
}
"""
The emergency line of each category that can be an emergency, in the order of urgency.
"""

HAND_OVER = {
    "daily": "이번 체크인은 확인이 필요해요. 담당자가 직접 살펴보고 연락드릴게요.",
    "weekly": "이번 주 기록은 확인이 필요해요. 담당자가 직접 살펴보고 연락드릴게요.",
    "adaptive_operator": "확인이 필요합니다. 담당자가 직접 살펴본 뒤에 이어 갑니다.",
}

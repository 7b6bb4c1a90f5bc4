"""
The closed lists that documents draw their words from.
"""

GOAL_MODES = ("lean_mass_gain", "fat_loss", "maintenance")
DAY_TYPES = ("training", "rest")
TRAINING_STATUSES = ("done", "rest", "skipped")
DIGESTIONS = ("normal", "gas_bloating", *(f"bristol_{form}" for form in range(1, 8)))

SAFETY_CATEGORIES = (
    "chest_pain_or_stroke_signs",
    "fainting_or_palpitations",
    "self_harm",
    "eating_disorder_signals",
    "rapid_loss",
    "very_low_intake",
    "reds_signs",
    "pregnancy_or_postpartum",
    "under_18",
    "medication_or_disease",
    "gut_alarm_signs",
    "dehydration_or_heat",
    "injury_or_severe_pain",
    "extreme_weight_cut",
)
"""
In the order in which a hold names them, most urgent first.
"""

VERDICTS = ("record_more", "maintain", "review_up", "review_down", "human_review", "safety_hold")
DECISIONS = (
    "observe",
    "maintain",
    "calorie_adjustment_candidate",
    "macro_redistribution_candidate",
    "human_review",
)
APPROVAL_STATES = ("pending", "approved", "held")
DELIVERY_STATES = ("disabled", "enabled", "revoked", "not_delivered", "sent_audited", "delivery_unknown")
LIFECYCLES = ("draft", "published")

HOLD_REASONS = (
    "rate_bound_2w",
    "intake_vlcd",
    "elig_under_18",
    "elig_pregnancy",
    "elig_eating_disorder",
    "elig_low_bmi",
    "safety_flag",
)
"""
Reason codes that the judgment table gives only together with a safety hold.
"""

REASONS = (
    "in_range",
    "watch_1",
    "adherence_first",
    "low_confidence",
    "phase_start",
    "context_illness",
    "context_travel_holiday",
    "context_creatine_start",
    "context_new_scale",
    "context_cycle",
    "need_weighins",
    "need_prior_week",
    "confirm_weight",
    "below_range_2w",
    "above_range_2w",
    "rate_bound_1w",
    "low_intake",
    "unplanned_loss",
    "recovery_conflict",
    "at_floor",
    "undecided",
    "flip",
    *HOLD_REASONS,
)

BARE_ACTIONS = (
    "carbs_around_training",
    "weigh_same_conditions",
    "record_missing_items",
    "coach_review",
    "person_contact",
)
"""
Weekly actions without a number.
"""

WEEKLY_ACTIONS = ("keep_calories", "keep_protein", "keep_water", "record_mornings", *BARE_ACTIONS, "custom")

FIRST_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
"""
Days on which a week may start, in the order of `date.weekday()`.
"""

CONTEXTS = (
    "illness",
    "menstruation",
    "travel_holiday",
    "creatine_start",
    "new_scale",
    "sodium_event",
    "weight_confirmed",
    "swelling_or_breathlessness",
)
"""
What may be dated in a customer's profile.
"""

ELIGIBILITY = ("under_18", "pregnancy", "eating_disorder", "low_bmi")
PROPOSAL_DECISIONS = ("pending", "accepted", "declined")

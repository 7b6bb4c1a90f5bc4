"""
The words that wordings are made of, from `words.toml`: subjects that somebody must have delivered, and plain words.
"""

from checkin_cli.proofreading.vocabulary import table_of

_WORDS = table_of("authoring", "words.toml")


def words_of(table: str, key: str) -> frozenset[str]:
    """
    One list of words.
    """
    return frozenset(_WORDS[table][key].split())


SUBJECTS = {name: words_of("subjects", name) for name in _WORDS["subjects"]}
"""
Subjects by name. A wording may speak of one only where the delivered wordings, principles or tags do.
"""

SUBJECT_WORDS = frozenset().union(*SUBJECTS.values())

OF_BODY = SUBJECT_WORDS - {"목표", "계획"}
"""
What effects can be told of: records may well add up.
"""

FREELY = frozenset(("mood", "prescription", "condition", "speed", "recovery"))
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
    "intake": "eating",
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

OF_GOALS = {"goal_fat_loss": "loss", "goal_lean_mass_gain": "gain", "goal_maintenance": "weight"}

BRINGS = {
    "loss": ("weight", "eating"),
    "gain": ("weight", "eating"),
    "macros": ("protein", "carbs"),
    "eating": ("energy",),
    "weight": ("loss", "gain"),
}
"""
Subjects that come with another one.
"""

PLAIN_THINGS = words_of("plain", "things")
"""
Everyday nouns of reading and comparing that no source has to carry.
"""

PLAIN_DOINGS = frozenset(each for word in words_of("plain", "doings") for each in (word, word.removesuffix("하")))
"""
Everyday verbs and adjectives of the same kind.
"""

EFFECTS = {kind: words_of("effects", kind) for kind in _WORDS["effects"]}
"""
Kinds of effects with their verbs.
"""

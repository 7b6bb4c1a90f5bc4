"""
The profiles of a run, and whose each of them is.
"""

from collections.abc import Iterable

from checkin_cli.documents import ReadingRules, read_row
from checkin_cli.documents.profile import PROFILE, CustomerProfile
from checkin_cli.errors import DocumentRefused, Place, UsageError
from checkin_cli.runs.inputs import RawInput
from checkin_cli.runs.summarize.expected import read_expected
from checkin_cli.weekly.person import Person

_NOBODY = Person()


class Profiles:
    """
    Profiles by customer. One that names nobody is that of the one customer who is asked for.
    """

    def __init__(self) -> None:
        self._people: dict[str | None, Person] = {}
        self._unnamed: Person | None = None

    def add(self, profile: CustomerProfile, source: str, line: int | None) -> None:
        """
        Take a profile. Raises `DocumentRefused` for a second one of the same customer.
        """
        names_nobody = profile.customer_key is None and not profile.personal
        if self._unnamed is not None if names_nobody else profile.customer_key in self._people:
            place = Place(source, line)
            raise DocumentRefused("profile_twice", "another profile of the same customer", "one", place)
        if names_nobody:
            self._unnamed = Person(profile)
        else:
            self._people[profile.customer_key] = Person(profile)

    def of(self, customer: str | None) -> Person:
        """
        What is known of a customer.
        """
        return self._people.get(customer, _NOBODY)

    def of_the_one(self, customer: str | None) -> Person:
        """
        What is known of the one customer who is asked for.

        Personal check-ins may be those of the customer that the only profile names. Raises `UsageError` where the
        profiles are those of others.
        """
        if customer in self._people:
            return self._people[customer]
        if self._unnamed is not None:
            return self._unnamed
        if customer is None and len(self._people) == 1:
            return next(iter(self._people.values()))
        if self._people:
            raise UsageError(
                "profile_of_another", "no profile of this customer", "one that names this customer or nobody"
            )
        return _NOBODY

    def check_named(self) -> None:
        """
        Refuse a profile that names nobody where several customers are asked for.
        """
        if self._unnamed is not None:
            raise UsageError("profile_of_another", "a profile that names nobody", "customer_key or personal in it")


def load_profiles(inputs: Iterable[RawInput], rules: ReadingRules) -> Profiles:
    """
    Read the files given as profiles. Raises the first refusal: judging without a profile would skip its safety rules.
    """
    profiles = Profiles()
    for given, profile in read_expected(CustomerProfile, PROFILE, read_row, inputs, rules):
        profiles.add(profile, given.source, given.line)
    return profiles

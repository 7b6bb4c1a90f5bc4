"""
Names that are never asked, in every spelling.
"""

import pytest

from checkin_cli.doctrine import Doctrine
from checkin_cli.selection.reasons import Reason
from checkin_cli.selection.selectors.names import is_forbidden, is_forbidden_address
from tests.loopback import serving
from tests.selection.asking import ask, canonical

SPELLINGS = [
    "kimi",
    "Kimi-K2-Instruct",
    "KIMI",
    "k-i-m-i",
    "k.i_m i",
    "ｋｉｍｉ",
    "Ｋ１Ｍ１",
    "k1mi",
    "kim1",
    "k!m|",
    "kímì",
    "кimі",
    "ki\u200bmi",
    "ki\u00admi",
    "ᵏⁱᵐⁱ",
    "moonshot",
    "MoonShot",
    "m00nsh0t",
    "moon-shot",
    "moon/shot",
    "m o o n s h o t",
    "ｍｏｏｎｓｈｏｔ",
    "moon5hot",
    "moonsh0τ",
    "mооnshоt",
    "accounts/moonshotai/models/x",
    "k١m١",
    "m٠٠nshot",
    "m০০nshot",
    "ki\u3164mi",
    "ki\u115fmi",
    "ΜΟΟΝSΗΟΤ",
    "ᴋɪᴍɪ-k2",
    "ĸimi",
    "kӏmӏ",
    "kɩmɩ",
    "moonꜱhot",
    "møønshøt",
    "moonshσt",
    "🅺🅸🅼🅸",
    "🇰🇮🇲🇮",
    "%25256bimi",
]


@pytest.mark.parametrize("name", SPELLINGS)
def test_a_forbidden_name_is_seen_in_every_spelling(name: str) -> None:
    assert is_forbidden(name)


@pytest.mark.parametrize(
    "name",
    ["%6Bimi", "%256Bimi", "api.MoonShot.example", "xn--kmi-rma.example", "xn--mnshot-wqfa.example", "kimi.%65xample"],
)
def test_and_in_every_form_of_an_address(name: str) -> None:
    assert is_forbidden_address(f"https://{name}/v1")


@pytest.mark.parametrize(
    "name",
    ["gpt-5-mini", "stub", "http://127.0.0.1:8080/v1", "Qwen3-30B", "mimik", "moon", "kiwi", "llama-3.1"],
)
def test_other_names_may_be_asked(name: str) -> None:
    assert not is_forbidden(name)


@pytest.mark.parametrize("address", ["http://kim:1234/v1", "http://kim:11434/v1", "http://wiki/mirror/v1"])
def test_a_port_is_no_letter_and_host_and_path_are_two_names(address: str) -> None:
    assert not is_forbidden_address(address)


@pytest.mark.loopback
@pytest.mark.parametrize("mode", ["expression", "coach"])
def test_a_forbidden_model_is_never_connected_to(mode: str, doctrine: Doctrine) -> None:
    with serving() as endpoint:
        for changes in ({"model": "Kimi-K2"}, {"base_url": f"{endpoint.base_url}/moonshot"}):
            outcome = ask(endpoint, mode, doctrine, **changes)
            assert outcome.copy == canonical(doctrine)
            assert outcome.receipt is not None
            expected = ("provider_disallowed", "name_disallowed")
            if mode == "coach":
                expected = ("canonical", "provider_disallowed")
            assert (outcome.receipt.outcome, outcome.receipt.reason) == expected
            assert outcome.receipt.request_count == 0
        assert endpoint.connections == 0


@pytest.mark.loopback
@pytest.mark.parametrize("key", [None, "", " ", "a b", "ключ", "a\nb", "a\r", "a\n", "a ", " a", "a\r\n"])
def test_without_a_key_that_can_be_sent_nobody_is_asked(key: str | None, doctrine: Doctrine) -> None:
    with serving() as endpoint:
        outcome = ask(endpoint, "expression", doctrine, key=key)
        assert endpoint.connections == 0
    assert outcome.receipt is not None
    assert (outcome.receipt.outcome, outcome.receipt.reason) == ("provider_error", Reason.NO_KEY)
    assert outcome.receipt.request_count == 0

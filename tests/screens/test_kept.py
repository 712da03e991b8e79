"""What is kept while players submit is what would be made anew."""

from companion.i18n import languages
from companion.screens import public
from tests.screens.test_secrets import GAMES
from tests.support.room_driver import each_kind, play_moments


@each_kind(*GAMES)
def test_the_public_part_is_the_same_as_if_nothing_were_kept(kind, monkeypatch):
    driver = kind.start()
    moments = [driver.room, *(driver.room for _ in play_moments(driver, 1)), driver.room]
    for language in languages.LANGUAGES:
        with languages.use_language(language):
            found = [public.public_part(room) for room in moments]
            with monkeypatch.context() as patched:
                patched.setattr(public, "_results", public._results.__wrapped__)
                assert [public.public_part(room) for room in moments] == found

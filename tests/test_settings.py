"""Where settings come from: what is given, then the environment, then the default."""

from pathlib import Path

import platformdirs

from companion.settings import settings


def test_what_is_given_comes_before_the_environment() -> None:
    chosen = settings({"COMPANION_PORT": "9000", "COMPANION_HOST": "10.0.0.1"}, port=7000)
    assert (7000, "10.0.0.1") == (chosen.port, chosen.host)


def test_the_default_is_port_8000_of_all_interfaces_and_the_users_data_folder() -> None:
    chosen = settings({})
    assert ("0.0.0.0", 8000, None) == (chosen.host, chosen.port, chosen.url)  # noqa: S104
    assert platformdirs.user_data_path("companion", appauthor=False) == chosen.data


def test_the_database_lies_in_the_data_folder_unless_it_is_chosen(tmp_path: Path) -> None:
    assert (
        f"sqlite:///{tmp_path / 'companion.db'}" == settings({"COMPANION_DATA": str(tmp_path)}).database_url
    )
    assert "sqlite://" == settings({"COMPANION_DATABASE_URL": "sqlite://"}).database_url


def test_the_secret_key_is_made_once(tmp_path: Path) -> None:
    first, second = settings({}, data=tmp_path / "new"), settings({}, data=tmp_path / "new")
    assert first.secret_key() == second.secret_key()
    assert 32 == len(first.secret_key())

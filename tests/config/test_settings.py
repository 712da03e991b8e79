"""Settings: options come before the environment, and that before the default."""

import errno
import os
import re
from pathlib import Path

import platformdirs
import pytest
from sqlalchemy import make_url

from companion.config.settings import Limits, load_settings
from companion.i18n.errors import Refused


def test_an_option_comes_before_the_environment() -> None:
    settings = load_settings({"COMPANION_PORT": "9000", "COMPANION_HOST": "10.0.0.1"}, port=7000)
    assert (7000, "10.0.0.1") == (settings.port, settings.host)


def test_the_default_is_port_8000_of_all_interfaces_and_the_users_data_folder() -> None:
    settings = load_settings({})
    assert ("0.0.0.0", 8000, None) == (settings.host, settings.port, settings.url)  # noqa: S104
    assert platformdirs.user_data_path("companion", appauthor=False) == settings.data


@pytest.mark.parametrize(
    ("name", "text", "setting", "value"),
    [
        *(("MDNS", text, "mdns", False) for text in ("0", "no", "Off")),
        *(("MDNS", text, "mdns", True) for text in ("1", "")),
        *(("QUIET", text, "quiet", False) for text in ("", "0", "no")),
        *(("QUIET", text, "quiet", True) for text in ("1", "yes")),
        *(("LOG", text, "log", text or "text") for text in ("", "json")),
        *(("METRICS_TOKEN", text, "metrics_token", text) for text in ("", "x" * 16)),
        ("DAILY_BACKUPS", "5", "daily_backups", 5),
        ("DAILY_BACKUPS", "", "daily_backups", 0),
        ("OPEN", "1", "daily_backups", 7),
        ("KEEP_DAYS", "", "keep_days", 0),
        ("KEEP_DAYS", "90", "keep_days", 90),
        ("DATABASE_URL", "", "is_shared", False),  # a file without Redis
        ("DATABASE_URL", "postgresql://host/db", "is_shared", True),
        ("REDIS_URL", "redis://host", "is_shared", True),
        ("LIMIT_STREAMS", "7", "limits", Limits(streams=7)),
        ("LIMIT_GUESSES", "0", "limits", Limits(guesses=0)),
        *(("ROOMS", text, "word", "") for text in ("", "everybody", "Operator")),
        ("ROOMS", "Die Mitte", "word", "die mitte"),
        ("NAME", "Zur Mitte ", "name", "Zur Mitte"),
        ("IMPRINT", "https://mitte.example/?page=imprint", "imprint", "https://mitte.example/?page=imprint"),
        ("URL", "https://party.example/", "url", "https://party.example"),
    ],
)
def test_a_setting_is_chosen_in_the_environment(name: str, text: str, setting: str, value: object) -> None:
    environ = {f"COMPANION_{name}": text} if text else {}
    assert value == getattr(load_settings(environ), setting)


def test_a_laptop_makes_no_daily_backups_where_that_is_said() -> None:
    assert 0 == load_settings({"COMPANION_DAILY_BACKUPS": "0"}, open=True).daily_backups


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("LOG", "xml", "The log cannot be xml: it is text or json"),
        ("METRICS_TOKEN", "x" * 15, "COMPANION_METRICS_TOKEN is too short: it has 16 characters or more"),
        ("ROOMS", "bar", "COMPANION_ROOMS is too short: it has 4 characters or more"),
        (
            "OPERATOR_PASSWORD",
            "x" * 15,
            "COMPANION_OPERATOR_PASSWORD is too short: it has 16 characters or more",
        ),
        *(
            ("NAME", text, "COMPANION_NAME is one line of 40 characters at most")
            for text in ("x" * 41, "a\nb")
        ),
        ("IMPRINT", "mitte.example", "mitte.example is not an address: it begins with http:// or https://"),
        *(
            ("URL", text, f"{text} has a path: give companion a host name of its own, without one")
            for text in (
                "https://party.example/games",
                "http://party.example:8000/a/",
                "https://party.example#a",
            )
        ),
        ("SECRET_KEY", "x" * 31, "COMPANION_SECRET_KEY is too short: it has 32 characters or more"),
        ("DAILY_BACKUPS", "weekly", "COMPANION_DAILY_BACKUPS is a whole number, 0 for none, not weekly"),
        ("KEEP_DAYS", "long", "COMPANION_KEEP_DAYS is a whole number, 0 for none, not long"),
        *(
            ("LIMIT_STREAMS", text, "COMPANION_LIMIT_STREAMS is a whole number, 0 for none, not")
            for text in ("-1", "many", "1.5", "9" * 20)
        ),
        *(
            ("URL", url, "is not an address")
            for url in ("http://", "http://[", "party.lan", "ftp://party.lan", "http:///x")
        ),
    ],
)
def test_a_setting_that_cannot_be_is_refused(name: str, text: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        load_settings({f"COMPANION_{name}": text})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "x" * 32),
        ("METRICS_TOKEN", "最" * 16),
        ("DATABASE_URL", "postgresql+psycopg://u:p@host/db"),
        ("REDIS_URL", "redis://host"),
    ],
)
def test_a_secret_may_be_in_a_file_that_is_named_instead(tmp_path: Path, name: str, value: str) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{value}\n", "utf-8")
    named = {f"COMPANION_{name}_FILE": str(file)}
    assert load_settings({f"COMPANION_{name}": value}) == load_settings({**named, f"COMPANION_{name}": ""})
    with pytest.raises(Refused, match=f"COMPANION_{name} and COMPANION_{name}_FILE are both set"):
        load_settings({**named, f"COMPANION_{name}": value})


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "secret cannot be read (No such file or directory)"),
        (b"\xff\xfe", "secret cannot be read ("),
        (b"\n", "secret is empty"),
        (b"short\n", "COMPANION_SECRET_KEY is too short: it has 32"),
    ],
)
def test_a_file_that_has_no_secret_is_refused(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(Refused, match=re.escape(sentence)):
        load_settings({"COMPANION_SECRET_KEY_FILE": str(file)})


def test_neither_the_key_nor_the_token_is_printed_with_the_settings() -> None:
    settings = load_settings({"COMPANION_METRICS_TOKEN": "x" * 16, "COMPANION_SECRET_KEY": "y" * 32})
    assert not {"x" * 16, "y" * 32} & {*repr(settings).split("'")}


def test_the_database_is_in_the_data_folder_by_default(tmp_path: Path) -> None:
    settings = load_settings({"COMPANION_DATA": str(tmp_path)})
    assert f"sqlite:///{tmp_path / 'companion.db'}" == settings.database_url
    assert "sqlite://" == load_settings({"COMPANION_DATABASE_URL": "sqlite://"}).database_url


def test_the_secret_key_is_created_once_and_again_where_it_was_cut_off(tmp_path: Path) -> None:
    first, second = load_settings({}, data=tmp_path / "new"), load_settings({}, data=tmp_path / "new")
    first.prepare()
    key = first.secret_key()
    second.prepare()
    assert (32, key) == (len(key), second.secret_key())
    (tmp_path / "new" / "secret.key").write_bytes(b"")
    second.prepare()
    assert 32 == len(second.secret_key())


def test_a_data_folder_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refused, match="cannot be used to keep data in"):
        load_settings({}, data=tmp_path / "file").prepare()


@pytest.mark.parametrize("locked", ["", "companion.db"])
def test_a_folder_or_database_that_is_read_only_is_called_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locked: str
) -> None:
    settings = load_settings({}, data=tmp_path)
    settings.prepare()
    (tmp_path / "companion.db").touch()
    monkeypatch.setattr("os.access", lambda path, _: path != tmp_path / locked)  # root may write anywhere
    with pytest.raises(Refused, match=f"^{tmp_path / locked} is read-only for the user who runs companion"):
        settings.prepare()


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_a_folder_in_which_no_key_can_be_made_is_called_read_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def fail(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr("companion.config.files.new_file", fail)
    with pytest.raises(Refused, match=f"^{tmp_path} is read-only"):
        load_settings({}, data=tmp_path).prepare()


@pytest.mark.parametrize("name", ["what?", "50%", "a b", "最中"])
def test_a_data_folder_may_have_any_name(tmp_path: Path, name: str) -> None:
    url = make_url(load_settings({}, data=tmp_path / name).database_url)
    assert str(tmp_path / name / "companion.db") == url.database


def test_a_relative_path_of_a_database_is_made_absolute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings = load_settings({"COMPANION_DATABASE_URL": "sqlite:///party.db"})
    assert str(tmp_path / "party.db") == make_url(settings.database_url).database


@pytest.mark.parametrize(
    "url",
    ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?uri=true", "mysql+x://u:p@host/db", "nonsense"],
)
def test_other_database_urls_are_not_changed(url: str) -> None:
    assert url == load_settings({"COMPANION_DATABASE_URL": url}).database_url


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_has_the_same_driver_for_each_scheme(scheme: str) -> None:
    settings = load_settings({"COMPANION_DATABASE_URL": f"{scheme}://u:p%40ss@host/db"})
    assert "postgresql+psycopg://u:p%40ss@host/db" == settings.database_url
    assert "postgresql+psycopg://u:***@host/db" == settings.data_location


def test_with_a_configured_key_none_is_created(tmp_path: Path) -> None:
    given = {"COMPANION_SECRET_KEY": "x" * 32, "COMPANION_DATABASE_URL": "postgresql://host/db"}
    settings = load_settings(given, data=tmp_path / "none")
    settings.prepare()
    assert b"x" * 32 == settings.secret_key()
    assert not (tmp_path / "none").exists()


def test_a_key_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, "Permission denied")

    settings = load_settings({}, data=tmp_path)
    settings.prepare()
    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(Refused, match=r"secret\.key cannot be read \(Permission denied\)\. Give it to"):
        settings.secret_key()


@pytest.mark.parametrize("who", ["nobody", "None", "no", "off", "false", "operators", "everyone", "all"])
def test_what_says_who_opens_rooms_is_no_word_that_opens_them(who: str) -> None:
    settings = load_settings({"COMPANION_ROOMS": who})
    meant = "everybody" if who in {"everyone", "all"} else "operator"
    assert (meant, "") == (settings.rooms, settings.word)

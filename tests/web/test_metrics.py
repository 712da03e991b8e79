"""What Prometheus reads of a server, who may read it, and that it tells of no room and nobody."""

import logging
import re
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families

from companion.config.settings import load_settings
from companion.web import metrics
from companion.web.services import Services
from tests.conftest import gather_at
from tests.support.applications import make_app
from tests.support.backing_services import RedisServer, found, until
from tests.support.guest import Answer, Guest
from tests.support.server import Server
from tests.web.test_attacks import connected, listening, status_of
from tests.web.test_limits import HOTSPOT

Start = Callable[..., Server]
TOKEN = "a token of the operator's own"  # noqa: S105 - of this test alone
DOCUMENT = Path(__file__).parents[2] / ".github" / "METRICS.md"
LABELS = {
    "screen": {"phone", "tv", "watch", "host"},
    "status": {"2xx", "3xx", "4xx", "5xx"},
    "reason": {*metrics.REASONS},
}
"""All values of labels, besides bounds of histograms and versions."""


def read(server: Server) -> dict[str, float]:
    """Return the value of each sample, by its name and its label if it has one."""
    text = Guest(server.url).ask("/metrics").text
    return {
        " ".join([sample.name, *sample.labels.values()]): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_an_evening_moves_the_metrics(start_server: Start) -> None:
    server = start_server()
    before = read(server)
    host, phones = gather_at(server, "Ann", "Ben", "Cid")
    with ExitStack() as screens:
        for screen in ("tv", "phone", "phone"):
            answer = screens.enter_context(listening(server, host.code, f"?screen={screen}"))
            assert answer.readline()
        for number, phone in enumerate(phones):
            phone.send(number)
        after = read(server)
    assert 404 == host.ask("/nowhere").status
    until(lambda: read(server)["companion_rooms_followed"] == 0, "the streams are still counted")
    moved = {name: value - before[name] for name, value in after.items()}
    expected = {
        "companion_rooms_opened_total": 1,
        "companion_rooms_cached": 1,
        "companion_rooms_followed": 1,
        "companion_events_total": 8,  # opened, three joined, begun, three numbers
        "companion_plays_total": 3,
        "companion_commit_seconds_count": moved["companion_commit_events_count"],
        "companion_commit_events_sum": 8,
        "companion_streams tv": 1,
        "companion_streams phone": 2,
        "companion_streams_opened_total phone": 2,
        "companion_request_seconds_count 4xx": 0,
        "companion_faults_total": 0,
    }
    assert expected == {name: moved[name] for name in expected}
    assert after["companion_database_up"] == 1
    assert "companion_redis_up" not in after
    assert moved["companion_request_seconds_count 2xx"] >= 7
    assert 0 < after["companion_commit_seconds_sum"] < 60
    assert read(server)["companion_request_seconds_count 4xx"] == 1
    lag = "companion_loop_lag_seconds_count"
    until(lambda: read(server)[lag] > before[lag], "the event loop is not looked at")


def documented(start: str) -> set[str]:
    """Return the metrics in the table of the document whose first column has this title."""
    rows = re.search(rf"^\| {start} \|.*\n\|.*\n((?:\|.*\n)+)", DOCUMENT.read_text(), re.MULTILINE)
    assert rows
    firsts = (row.split("|")[1] for row in rows[1].splitlines())
    return {name for first in firsts for name in re.findall(r"`([a-z_]+)(?:\{\w+\})?`", first)}


def test_labels_are_listed_and_the_document_lists_what_is_exported(server: Server) -> None:
    gather_at(server, "Ann", "Ben", "Cid")
    text = Guest(server.url).ask("/metrics").text
    families = [*text_string_to_metric_families(text)]
    for sample in (sample for family in families for sample in family.samples):
        for label, value in sample.labels.items():
            assert label in ("le", "version", "python") or value in LABELS[label], sample
    exported = {family.name + "_total" * (family.type == "counter") for family in families}
    assert exported | {"companion_redis_up"} == documented("metric")
    assert {*metrics.REASONS} == documented("`reason`")


def test_promtool_accepts_all_and_alerts_are_about_what_is_exported(server: Server) -> None:
    deploy, promtool = DOCUMENT.with_name("deploy"), found("promtool")
    text = Guest(server.url).ask("/metrics").text
    checked = subprocess.run(
        [promtool, "check", "metrics"], input=text, text=True, capture_output=True, check=False
    )
    assert (0, "", "") == (checked.returncode, checked.stdout, checked.stderr)
    for check in (["config", "--syntax-only", "prometheus.yml"], ["rules", "companion-alerts.yml"]):
        subprocess.run([promtool, "check", *check], cwd=deploy, check=True, capture_output=True)
    known = {"companion_redis_up", *(name.split()[0] for name in read(server))}
    alerts = (deploy / "companion-alerts.yml").read_text()
    assert {*re.findall(r"\b(?:companion|process)_\w+", alerts)} <= known


@pytest.mark.slow
def test_redis_and_the_database_are_up_or_not(start_server: Start, redis: RedisServer) -> None:
    server = start_server(environ={"COMPANION_REDIS_URL": redis.url})
    assert (1, 1) == (read(server)["companion_redis_up"], read(server)["companion_database_up"])
    redis.stop()
    assert (0, 1) == (read(server)["companion_redis_up"], read(server)["companion_database_up"])


# Who may read them


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    data = tmp_path_factory.mktemp("data")
    made = make_app(load_settings({"COMPANION_METRICS_TOKEN": TOKEN}, data=data))
    yield made
    Services.of(made).store.close()


def ask(app: Flask, address: str, headers: Mapping[str, str], path: str = "/metrics") -> int:
    """Return the status of the answer to a client with this address."""
    overrides = {"REMOTE_ADDR": address}
    return app.test_client().get(path, headers=dict(headers), environ_overrides=overrides).status_code


HERE = {"Host": "localhost:8000"}


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"])
def test_programs_on_the_computer_may_read_them_and_others_find_nothing(app: Flask, address: str) -> None:
    for host in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        assert 200 == ask(app, address, {"Host": host}), host
    for other in ("192.168.1.7", "10.0.0.3", "203.0.113.7", "2001:db8::7", "", "unknown"):
        assert 404 == ask(app, other, HERE), other
    proxied = "X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"
    for by_proxy in ({"Host": "party.lan"}, {"Host": "192.168.1.5:8000"}, *({each: "x"} for each in proxied)):
        assert 404 == ask(app, address, {**HERE, **by_proxy}), by_proxy


@pytest.mark.parametrize("address", ["127.0.0.1", "192.168.1.7"])
def test_whoever_sends_a_token_must_have_the_right_one(app: Flask, address: str) -> None:
    right = (f"Bearer {TOKEN}", f"bearer {TOKEN}")
    for sent in (*right, f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", "Bearer ", "Bearer \xe9", TOKEN):
        status = ask(app, address, {"Host": "192.168.1.5:8000", "Authorization": sent})
        assert (200 if sent in right else 404) == status, sent


def test_without_a_token_in_the_settings_none_is_right(tmp_path: Path) -> None:
    app = make_app(load_settings({}, data=tmp_path))
    assert 404 == ask(app, "192.168.1.7", {"Authorization": "Bearer "})
    assert 404 == ask(app, "127.0.0.1", {"Authorization": "Bearer None"})
    Services.of(app).store.close()


def test_to_others_it_is_as_if_there_were_no_such_page(server: Server) -> None:
    def known(answer: Answer) -> tuple[object, ...]:
        headers = {
            name: text for name, text in answer.headers.items() if name not in ("date", "x-request-id")
        }
        return answer.status, headers, answer.text.replace("nothing", "metrics")

    elsewhere = {"X-Forwarded-For": HOTSPOT}
    there, nowhere = (Guest(server.url).ask(path, headers=elsewhere) for path in ("/metrics", "/nothing"))
    assert known(there) == known(nowhere)
    assert 404 == there.status


# What is counted


@pytest.mark.slow
def test_refusals_are_counted_by_their_reason(start_server: Start) -> None:
    limits = {"COMPANION_LIMIT_GUESSES": "2", "COMPANION_LIMIT_STREAMS": "1"}
    server = start_server(environ=limits)
    host = Guest(server.url)
    host.start_room()
    for _ in range(3):
        host.ask("/AAAA", headers={"X-Forwarded-For": HOTSPOT})
    with listening(server, host.code), listening(server, host.code, address=HOTSPOT) as refused:
        assert 503 == refused.status
    for sent in (b"GET / HTTP/1.1\r\nHost: a b\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + 40_000 * b"x"):
        with connected(server, sent) as line:
            assert status_of(line) in (400, 431)
    seen = {reason: read(server)[f"companion_refused_total {reason}"] for reason in metrics.REASONS}
    assert [1, 1, 1] == [seen[reason] for reason in ("streams", "unreadable", "head_size")]
    assert seen["guesses"] >= 1
    assert {0} == {seen[reason] for reason in ("requests", "rooms", "connections", "head_time", "body_time")}


def test_errors_are_counted_wherever_they_are_logged_and_warnings_are_not() -> None:
    counted = metrics.Metrics()
    with counted.counting_faults():
        logging.getLogger("companion.live.hub").error("one")
        logging.getLogger("companion.rooms").error("two")
        logging.getLogger("companion.rooms").warning("none")
    logging.getLogger("companion.rooms").error("after the end")
    assert b"companion_faults_total 2.0" in counted.text()

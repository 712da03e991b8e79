"""When the TV tells results: what phones, pages and downloads wait for."""

from dataclasses import dataclass
from typing import ClassVar

from hypothesis import given
from hypothesis import strategies as st

from companion.views.scenes.scene import Scene, Telling
from companion.views.scenes.timing import ToldAfter, told_after


@dataclass(frozen=True, slots=True, kw_only=True)
class _Round(Scene):
    kind: ClassVar[str] = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Title(Scene):
    kind: ClassVar[str] = "title"
    telling: ClassVar[Telling] = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part(Scene):
    kind: ClassVar[str] = "part"
    telling: ClassVar[Telling] = "part"


@dataclass(frozen=True, slots=True, kw_only=True)
class _End(Scene):
    kind: ClassVar[str] = "end"
    telling: ClassVar[Telling] = "winner"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Evening(Scene):
    kind: ClassVar[str] = "evening"
    telling: ClassVar[Telling] = "evening"


KINDS = (_Round, _Title, _Part, _End, _Evening)


def test_without_scenes_everything_is_known_at_once() -> None:
    assert told_after(()) == ToldAfter(0, 0, 0, 0)


def test_a_result_is_told_after_all_scenes_before_it() -> None:
    scenes = (
        _Round(key="a", told=3700, length=5000),
        _Title(key="b", told=0, length=2000),
        _End(key="c", told=2100, length=6000),
        _Evening(key="d", told=2000, length=6000),
    )
    assert told_after(scenes) == ToldAfter(reveal=3700, parts=3700, winner=9100, evening=15_000)


def test_scenes_that_were_played_before_take_no_time() -> None:
    scenes = (_Round(key="a", told=3700, length=5000), _End(key="c", told=2100, length=6000))
    assert told_after(scenes, known={"a"}) == ToldAfter(reveal=0, parts=0, winner=2100, evening=2100)


def test_a_game_that_ends_is_known_with_its_reveal_where_no_scene_tells_it() -> None:
    assert told_after((_Round(key="a", told=3700, length=5000),)) == ToldAfter(3700, 3700, 3700, 3700)


scene = st.builds(
    lambda make, number, told, more: make(key=str(number), told=told, length=told + more),
    st.sampled_from(KINDS),
    st.integers(),
    st.integers(0, 9000),
    st.integers(0, 5000),
)


@given(st.lists(scene))
def test_results_are_told_from_the_smallest_to_the_largest_before_the_scenes_end(
    scenes: list[Scene],
) -> None:
    told = told_after(scenes)
    assert 0 <= told.reveal <= told.parts <= told.winner <= told.evening <= sum(s.length for s in scenes)

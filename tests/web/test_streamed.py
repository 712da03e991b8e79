"""What streams make of phones and TVs is what their pages say, in a game of each kind."""

import pytest

from companion.rules import games
from tests.contract.contract_party import ContractParty
from tests.support.clients import Clients
from tests.support.contract_games import ContractGame, chosen_games, short_game
from tests.support.evening import Evening
from tests.support.party import Way
from tests.support.streamed import Screens

SHORT = tuple(map(short_game, games.GAMES.values()))
RESULTS = [game for kind in games.GAMES.values() for game in chosen_games(kind) if game.rules.keeps_results]
PLAYED: list[tuple[ContractGame, Way]] = [
    *((game, "phones") for game in SHORT),
    *((game, "dealt") for game in SHORT if game.rules.can_deal),
    *((game, "host") for game in RESULTS),
]


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(("game", "way"), PLAYED, ids=str)
def test_what_a_stream_makes_of_a_screen_is_what_its_page_says(
    clients: Clients, game: ContractGame, way: Way
) -> None:
    party, screens = ContractParty(clients, game, way).start(), Screens(clients)
    assert [] == [*screens.differences()]
    for _ in party.reveals():
        assert [] == [*screens.differences()]
    assert screens.compared


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 7, 8, 9])
def test_what_a_stream_makes_of_a_screen_is_what_its_page_says_whatever_people_do(
    clients: Clients, seed: int
) -> None:
    evening, screens = Evening(clients, seed), Screens(clients)
    for _ in evening.steps():
        clients.code = evening.party.code
        assert [] == [*screens.differences()]
    assert screens.compared

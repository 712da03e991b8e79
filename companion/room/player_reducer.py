"""The reducer of players: they join, leave and return, and change their browser or name."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import chain, product, starmap
from typing import TypeVar

from companion.room import events, game_events, names
from companion.room.events import Device, Seat, Seats
from companion.room.fast_replace import replace
from companion.room.game_changes import end_now, rescore, without, without_submissions
from companion.room.game_state import GameState, QueuedEvent
from companion.room.guests import choose_guest, give_free_guest
from companion.room.round_reducer import reveal_if_complete, withdraw_plays
from companion.room.state import ChangeLog, PhoneQuestion, Player, Room, seat_number
from companion.rules import games
from companion.rules.plays import Deal

T = TypeVar("T")


def apply_player_event(room: Room, event: events.PlayerEvent, by: Device) -> Room:
    """Apply an event from a browser about a player; return the same room where it does not apply."""
    match event:
        case events.PlayerUnblocked(seat) if player := room.seats.get(seat) or room.sent_away.get(seat):
            return _unblock(room, player)
        case events.PlayerStatusEvent() if event.seat in room.seats:
            return _change_status(room, room.seats[event.seat], event)
        case events.PlayerJoined():
            return _join(room, event)
        case events.GuestChosen():
            return choose_guest(room, event)
        case events.CrowdRemoved() | events.IdleRemoved() if seats := crowd_seats(room, event):
            return _remove_crowd(room, seats, blocks=isinstance(event, events.CrowdRemoved))
        case events.NextGameWanted(seat, choice) if seat in room.seats and room.games and not room.is_playing:
            others = without(room.wishes, {seat})
            return replace(room, wishes={**others, seat: choice} if choice else others)
        case events.PlayersMerged() if can_merge(room, event.seat, event.into):
            return _merge_seats(room, event.seat, event.into)
        case events.SeatClaimed() if event.seat in {"", *room.seats} and not room.player_of(event.device):
            return _add_claim(room, event)
        case events.ClaimDenied() if event.device in {"", *room.claims}:
            gone = {event.device} if event.device else {*room.claims}
            room = replace(room, turned_away=room.turned_away | gone - {by})  # not who withdrew
            return replace(room, claims=without(room.claims, gone))
        case events.ClaimAccepted(seat=""):
            claims, admitted = without(room.claims, {event.device}), room.admitted | {event.device}
            return replace(room, claims=claims, admitted=admitted)
        case events.ClaimAccepted() | events.DeviceLinked() if event.seat in room.seats:
            return _link_device(room, event)
        case events.PhoneVouched() if event.seat in room.seats:
            return _answer(room, room.seats[event.seat], event, by)
    return room


def _add_claim(room: Room, event: events.SeatClaimed) -> Room:
    """Add a claim; of those for a seat, the newest one of each address."""
    source = event.seat and event.source
    old = {key for key, claim in room.claims.items() if source and claim.seat and claim.source == source}
    return replace(room, claims={**without(room.claims, {*old, event.device}), event.device: event})


def _change_status(room: Room, player: Player, event: events.PlayerStatusEvent) -> Room:
    match event:
        case events.PlayerRenamed():
            return put_player(room, replace(player, name=event.name))
        case events.SatOut(out=True):
            return update_waiting(put_player(room, replace(player, sits_out=True)))
        case events.SatOut():
            return _seat_player(room, replace(player, sits_out=False))
        case events.PlayerReturned():
            return _seat_player(room, replace(player, away=False, sits_out=False))
        case events.PlayerRemoved(blocked=True):
            room = replace(room, blocked=room.blocked | player.devices)
        case events.BotPlaysOn():  # until the player comes back and takes over again
            game = room.current_game
            if game is None or game.number != event.game or player.bot or not game.takes_stand_in(event.seat):
                return room
            room = with_game(room, replace(game, stand_ins=(*game.stand_ins, event.seat)))
    return update_waiting(put_player(room, replace(player, away=True)))


def _unblock(room: Room, player: Player) -> Room:
    """Unblock a player, also one who was sent away with a crowd, with the phones that have no other seat."""
    seat = player.seat
    phones = frozenset(device for device in player.devices if room.devices.get(device, seat) == seat)
    room = replace(room, sent_away=without(room.sent_away, {seat}), blocked=room.blocked - phones)
    room = _seat_player(room, replace(player, devices=phones, own=player.own & phones, away=False))
    return give_free_guest(room, seat)


def put_player(room: Room, player: Player) -> Room:
    """Add or replace a player, and update the indexes of names and browsers.

    If another player has taken the name meanwhile (an undo can restore one), a number is appended to it.
    """
    before = room.seats.get(player.seat)
    if before and (before.name, before.devices) == (player.name, player.devices):
        return replace(room, seats={**room.seats, player.seat: player})
    before = before or player
    key = names.name_key(before.name)
    seat_by_name = without(room.seat_by_name, {key} if room.seat_by_name.get(key) == player.seat else ())
    name = names.free_name(player.name, lambda each: names.name_key(each) in seat_by_name)
    player = replace(player, name=name)
    seat_by_name[names.name_key(player.name)] = player.seat
    devices = without(room.devices, before.devices - player.devices)
    devices |= dict.fromkeys(player.devices, player.seat)
    return replace(
        room, seats={**room.seats, player.seat: player}, seat_by_name=seat_by_name, devices=devices
    )


def update_waiting(room: Room) -> Room:
    """Copy to the current game which seats it does not wait for; this may reveal the round.

    Where a player is back, no bot plays for the seat any more.
    """
    game = room.current_game
    if game is None:
        return room
    away = frozenset([seat for seat, player in room.seats.items() if player.away or player.sits_out])
    stand_ins = tuple([seat for seat in game.stand_ins if seat in room.seats and room.seats[seat].away])
    game = replace(game, away=away, stand_ins=stand_ins, auto_reveal=room.auto_reveal)
    return with_game(room, reveal_if_complete(game))


def with_game(room: Room, game: GameState) -> Room:
    """Replace the game of the same number; an earlier one stays ended, also if its rules want a round now."""
    if room.current_game and room.current_game.number == game.number:
        return replace(room, current_game=game)
    ended = game if game.next_round is None else end_now(game)
    earlier = (ended if each_game.number == game.number else each_game for each_game in room.earlier_games)
    return replace(room, earlier_games=tuple(earlier))


def _join(room: Room, event: events.PlayerJoined) -> Room:
    if any(event.seat in known for known in (room.seats, room.former, room.sent_away)):
        return room
    devices = frozenset({event.device} if event.device else ())
    room = _unlink_device(room, event.device)
    claims, given = without(room.claims, {event.device}), max(room.seats_given, seat_number(event.seat))
    bots = (*room.bots, event.seat) if event.bot else room.bots
    room = replace(room, claims=claims, seats_given=given, bots=bots)
    room = _seat_player(room, Player(event.seat, event.name, devices, own=devices, bot=event.bot))
    return give_free_guest(room, event.seat)


def _seat_player(room: Room, player: Player) -> Room:
    """Put a player, and add him or her to the open game (G8) if it takes newcomers."""
    room, game = put_player(room, player), room.current_game
    is_new = game and player.seat not in game.players and game.takes_newcomers
    if game and is_new and not (player.bot and game.rules.keeps_results):
        record = replace(game.record, players=(*game.players, player.seat))  # absent before (G8)
        room = with_game(room, rescore(game, record))
    return update_waiting(room) if game and player.seat in game.away else room


def _unlink_device(room: Room, device: Device) -> Room:
    """Take a browser from its player, who is away then if it was the last one and nothing was played.

    The own phones are asked about it still, as it may have submitted something.
    """
    player = room.player_of(device)
    if player is None:
        return room
    has_played = any(
        game.has_submitted(player.seat) or any(player.seat in played.reveal.plays for played in game.rounds)
        for game in room.games
    )
    player = replace(
        player,
        devices=player.devices - {device},
        own=player.own - {device},
        questions=frozenset(question for question in player.questions if device != question.recipient),
        away=player.away or not (player.devices - {device} or has_played),
    )
    return update_waiting(put_player(room, player))


def _link_device(room: Room, event: events.ClaimAccepted | events.DeviceLinked) -> Room:
    """Give a player one more browser, and ask the player's own phones about it.

    It is an own one at once where an own one made the link, or where the player has no phone and no hand that
    the app dealt. Another one does not bring a player back who has such a hand: a bot may play on with it.
    """
    phone, giver = {event.device}, ""
    if isinstance(event, events.DeviceLinked):
        room, giver = replace(room, links=room.links | {event.link}), event.giver
    if room.devices.get(event.device) != event.seat:
        room = _unlink_device(room, event.device)
    room = replace(room, claims=without(room.claims, phone))
    player, is_secret = room.seats[event.seat], room.hides_hand(event.seat)
    known = own_phones(room, player)
    is_own = not known.isdisjoint({event.device, giver}) or not (known or is_secret)
    player = replace(
        player,
        devices=player.devices | phone,
        own=known | phone if is_own else known,
        questions=player.questions.union(starmap(PhoneQuestion, product(phone - player.devices, known))),
        away=player.away and not is_own and is_secret,
    )
    return _seat_player(room, player)


def own_phones(room: Room, player: Player) -> frozenset[Device]:
    """Return the own phones of a player: all phones where none is known to be, and no hand is a secret."""
    return player.own or (frozenset() if room.hides_hand(player.seat) else player.devices)


def _answer(room: Room, player: Player, event: events.PhoneVouched, by: Device) -> Room:
    """Ask about a phone no more, nor tell of it on the TV: it is the player's own, if it still plays.

    Or else it is taken from the player, with what it has submitted and what nobody has seen. After an undo,
    the browser that answers may never have been asked.
    """
    phone = event.device
    if PhoneQuestion(phone, by) not in player.questions:
        return room
    own = player.own | ({phone} & player.devices) if event.is_own else player.own
    questions = frozenset(question for question in player.questions if question.phone != phone)
    takeovers = (
        takeover
        for takeover in room.takeovers
        if phone not in takeover.phones or by not in takeover.own_phones
    )
    room = replace(room, takeovers=tuple(takeovers))
    room = put_player(room, replace(player, own=own, questions=questions))
    if event.is_own:
        return room
    if room.devices.get(phone) == event.seat:
        room = _unlink_device(room, phone)
    game = room.current_game
    return with_game(room, withdraw_plays(game, event.seat, phone)) if game else room


def give_hands(room: Room, seats: Iterable[Seat]) -> Room:
    """Note whose hands are dealt: a player of whom no phone is known to be an own one has them on all."""
    for seat in seats:
        player = room.seats.get(seat)
        if player and player.devices and not player.own:
            room = put_player(room, replace(player, own=player.devices))
    return room


def newcomers(room: Room) -> Iterator[tuple[datetime, events.PlayerJoined]]:
    """Yield who joined from a known source and can be sent away: who is there, not blocked and no host."""
    for entry in reversed([change.entry for change in room.changes()]):
        event = entry.event
        if isinstance(event, events.PlayerJoined) and event.source and event.seat in room.seats:
            phones = room.seats[event.seat].devices
            if room.hosts.isdisjoint(phones) and not phones <= room.blocked:
                yield entry.at, event


def crowd_seats(room: Room, event: events.CrowdRemoved | events.IdleRemoved) -> Seats:
    """Return the seats that an event sends away: of one source, or of those who never submitted anything."""
    joined = [joiner for _, joiner in newcomers(room) if seat_number(joiner.seat) >= event.since]
    if isinstance(event, events.CrowdRemoved):
        return tuple(joiner.seat for joiner in joined if joiner.source == event.source)
    played = seats_that_played(room.games)
    return tuple(joiner.seat for joiner in joined if joiner.seat not in played)


def seats_that_played(games: Iterable[GameState]) -> set[Seat]:
    """Return the seats whose players have submitted something in one of the games."""
    played = set[Seat]()
    for game in games:
        played.update(game.hidden, game.lists, *(each_played.reveal.plays for each_played in game.rounds))
    return played


def _remove_crowd(room: Room, seats: Seats, *, blocks: bool) -> Room:
    """Send all players of a crowd away; whoever a game cannot be without stays in it, away from now on (G8).

    `blocks`: their phones can do nothing any more. All at once: seat by seat, it would take some seconds for
    a room that is full.
    """
    players = {seat: replace(room.seats[seat], away=True) for seat in seats}
    phones = chain.from_iterable(player.devices for player in players.values()) if blocks else ()
    sources = {event.source for _, event in newcomers(room) if event.seat in players}
    gone = without(players, chain.from_iterable(_needed_seats(game, seats) for game in room.real_games))
    changes: ChangeLog | None = None
    for change in reversed([*room.changes()]):
        if getattr(change.entry.event, "seat", None) not in gone:
            changes = change, changes
    for game in room.games:
        room = with_game(room, _without_crowd(game, players, gone))
    return update_waiting(
        replace(
            room,
            seats=without({**room.seats, **players}, gone),
            sent_away={**room.sent_away, **gone},
            seat_by_name={name: seat for name, seat in room.seat_by_name.items() if seat not in gone},
            devices={phone: seat for phone, seat in room.devices.items() if seat not in gone},
            claims={phone: claim for phone, claim in room.claims.items() if claim.seat not in gone},
            blocked=room.blocked.union(phones),
            slowed={**room.slowed, **dict.fromkeys(sources, room.seats_given)},
            takes_crowd=False,
            change_log=changes,
            takeovers=tuple(takeover for takeover in room.takeovers if takeover.seat not in gone),
        )
    )


def _needed_seats(game: GameState, seats: Seats) -> Iterable[Seat]:
    """Return whom of a crowd a game keeps: whoever has shown something or holds cards, and enough to play."""
    record, there = game.record, [seat for seat in seats if seat in game.players]
    if record.rules.keeps_results or not record.rules.takes_newcomers:
        return there
    shown = set(game.lists if game.lists_left else ())
    shown.update(
        *(played.reveal.plays for played in game.rounds), *(played.corrected for played in game.rounds)
    )
    idle = [seat for seat in there if seat not in shown]
    missing = record.rules.min_players - (len(record.players) - len(idle))
    return {*shown.intersection(there), *idle[: max(0, missing)]}


def _without_crowd(game: GameState, players: Collection[Seat], gone: Collection[Seat]) -> GameState:
    """Return a game without those who are gone, and without what others of the crowd have submitted."""
    if not game.lists_left:
        game = without_submissions(game, players)
    left = tuple(seat for seat in game.players if seat not in gone)
    return rescore(game, replace(game.record, players=left)) if left != game.players else game


def can_merge(room: Room, seat: Seat, into: Seat) -> bool:
    """Tell whether two seats can be merged.

    They cannot where one is a bot, where both hold cards in the same game or have a result of the same hand,
    or where too few players would remain in a game.
    """
    people = {each for each in (seat, into) if each in room.seats and not room.seats[each].bot}
    games = [(game.record, game.rounds) for game in room.real_games]
    shared = [(record, rounds) for record, rounds in games if {seat, into} <= set(record.players)]
    return len(people) == 2 and all(
        record.rules.takes_newcomers
        and len(record.players) > record.rules.min_players
        and not (
            record.rules.keeps_results and any(people <= played.reveal.plays.keys() for played in rounds)
        )
        for record, rounds in shared
    )


def _merge_seats(room: Room, seat: Seat, into: Seat) -> Room:
    """Merge one seat into another; where both showed something in a round, what `into` showed counts.

    The own phones are those of the seat that holds a dealt hand, or of `into`. They are asked about all
    others.
    """
    old, player = room.seats[seat], room.seats[into]
    is_held = room.hides_hand(seat) or room.hides_hand(into)
    kept, other = (old, player) if room.hides_hand(seat) else (player, old)
    known, known_there = own_phones(room, kept), own_phones(room, other)
    own = known if known or is_held else known_there
    questions = player.questions.union(old.questions, starmap(PhoneQuestion, product(other.devices, known)))
    player = replace(
        player,
        devices=old.devices | player.devices,
        own=own,
        questions=frozenset(
            question for question in questions if question.recipient in own and question.phone not in own
        ),
        away=kept.away if is_held else old.away and player.away,
        sits_out=old.sits_out and player.sits_out,
    )
    for game in room.games:
        room = with_game(room, _merge_in_game(game, seat, into))
    room = replace(
        room,
        seats=without(room.seats, {seat}),
        seat_by_name={name: each for name, each in room.seat_by_name.items() if each != seat},
        former={**room.former, seat: old},
        wishes=_merge_keys(room.wishes, seat, into),
        claims={
            device: replace(claim, seat=into) if claim.seat == seat else claim
            for device, claim in room.claims.items()
        },
    )
    return update_waiting(put_player(room, player))


def _merge_in_game(game: GameState, seat: Seat, into: Seat) -> GameState:
    record = game.record
    if seat not in record.players:
        return game

    def merged(seats: Iterable[Seat]) -> Seats:
        return tuple(dict.fromkeys(into if each_seat == seat else each_seat for each_seat in seats))

    replaced = {seat if game.has_submitted(into) else into}
    record = replace(
        record,
        players=merged(record.players),
        rules=games.rename_players(record.rules, {seat: into}),
        deals=tuple(Deal(_merge_keys(deal.hands, seat, into), deal.stock) for deal in record.deals),
    )
    game = replace(
        game,
        rounds=tuple(
            replace(
                played,
                reveal=replace(played.reveal, plays=_merge_keys(played.reveal.plays, seat, into)),
                players=merged(played.players),
                corrected=frozenset(merged(played.corrected)),
            )
            for played in game.rounds
        ),
        hidden=_merge_keys(game.hidden, seat, into),
        stand_ins=merged(game.stand_ins),
        lists=_merge_keys(game.lists, seat, into),
        entered=frozenset(merged(game.entered - replaced)),
        senders=_merge_keys(without(game.senders, replaced), seat, into),
        bets={
            number: {device: merged(seats) for device, seats in bets.items()}
            for number, bets in game.bets.items()
        },
        queued=tuple(
            QueuedEvent(_merge_in_event(event, seat, into), sender) for event, sender in game.queued
        ),
    )
    return rescore(game, record)


def _merge_in_event(event: game_events.RoundEvent, seat: Seat, into: Seat) -> game_events.RoundEvent:
    match event:
        case game_events.PlaySubmitted() | game_events.ListSubmitted() if event.seat == seat:
            return replace(event, seat=into)
        case game_events.PlaysEntered():
            return replace(event, plays=_merge_keys(event.plays, seat, into))
    return event


def _merge_keys(by_seat: Mapping[Seat, T], seat: Seat, into: Seat) -> Mapping[Seat, T]:
    """Return the mapping with the value of `seat` under `into`, unless that has one itself."""
    return {into: by_seat[seat], **without(by_seat, {seat})} if seat in by_seat else by_seat

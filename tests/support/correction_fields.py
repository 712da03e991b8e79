"""The form of a round's page, as it corrects one play."""


def play_field(at: str, seat: object, typed: object) -> dict[str, str]:
    """Return the fields that correct one play of a round such as `1.2`, to be looked at first."""
    return {"at": at, f"play-{at.partition('.')[2]}-{seat}": str(typed)}


def confirmed(at: str, seat: object, typed: object) -> dict[str, str]:
    """Return the same, confirmed as the page does that shows what it changes."""
    return {**play_field(at, seat, typed), "sure": f"{at.partition('.')[2]}-{seat}={typed}"}

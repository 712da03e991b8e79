"""The bus between two servers: a stand-in for Redis, which can go away and loses what is announced then."""

from collections import deque
from collections.abc import Callable
from typing import Any, Self

from redis import ConnectionError as RedisConnectionError

from tests.tools.simulate import clock


class SimulatedBus:
    """All connections to it; while it is gone each raises, and none outlives that."""

    def __init__(self) -> None:
        self._is_gone = False
        self._subscriptions: list[_Subscription] = []

    @property
    def is_gone(self) -> bool:
        return self._is_gone

    def go(self) -> None:
        self._is_gone = True
        for each in self._subscriptions:
            each.is_lost = True
        self._subscriptions.clear()

    def come_back(self) -> None:
        self._is_gone = False

    def check(self) -> None:
        if self._is_gone:
            raise RedisConnectionError("simulated")

    def publish(self, data: bytes) -> None:
        for each in self._subscriptions:
            each.waiting.append(data)

    def add(self, subscription: "_Subscription") -> None:
        self._subscriptions.append(subscription)

    def remove(self, subscription: "_Subscription") -> None:
        if subscription in self._subscriptions:
            self._subscriptions.remove(subscription)


class BusClient:
    """What `companion.live.bus.RedisBus` uses of a client of Redis."""

    def __init__(self, bus: SimulatedBus) -> None:
        self._bus = bus

    def ping(self) -> bool:
        self._bus.check()
        return True

    def publish(self, _channel: str, text: str) -> None:
        self._bus.check()
        self._bus.publish(text.encode())

    def pubsub(self, **_options: object) -> "_Subscription":
        self._bus.check()
        return _Subscription(self._bus)

    def close(self) -> None:
        """Nothing is kept open."""


class _Subscription:
    def __init__(self, bus: SimulatedBus) -> None:
        self.waiting: deque[bytes] = deque()
        self.is_lost = False
        self._bus = bus

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bus.remove(self)

    def subscribe(self, _channel: str) -> None:
        self._bus.check()
        self._bus.add(self)

    def get_message(self, timeout: float) -> dict[str, Any] | None:
        is_ready: Callable[[], bool] = lambda: bool(self.waiting) or self.is_lost  # noqa: E731
        clock.wait_until(is_ready, timeout)
        if self.is_lost:
            raise RedisConnectionError("simulated")
        return {"data": self.waiting.popleft()} if self.waiting else None

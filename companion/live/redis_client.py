"""The client of Redis, an optional dependency."""

from typing import TYPE_CHECKING

from companion.i18n.errors import Refused

if TYPE_CHECKING:
    from redis import Redis

_HEALTH_CHECK_INTERVAL = 5  # seconds without a message after which the connection is checked


def open_client(url: str, timeout: float) -> "Redis":
    """Return a client that waits so many seconds to connect and for an answer; raises `Refused`."""
    try:
        from redis import Redis  # noqa: PLC0415 - an optional dependency
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError:
        raise Refused("COMPANION_REDIS_URL needs the extra named redis: pip install '.[redis]'") from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            health_check_interval=_HEALTH_CHECK_INTERVAL,
            retry=Retry(NoBackoff(), 0),  # nobody is to wait for a second try
        )
    except ValueError as error:
        raise Refused("COMPANION_REDIS_URL cannot be used: {error}", error=str(error)) from None


def connection_errors() -> tuple[type[Exception], ...]:
    """Return the errors of a Redis that is lost, full, or does not allow what was asked."""
    from redis import RedisError  # noqa: PLC0415

    return RedisError, OSError

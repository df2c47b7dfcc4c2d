"""Client, event feed, webhook verification and handlers for Parlour, self-hosted customer chat."""

from . import types
from ._adapters import Reply
from ._bot import AsyncBotChat, BotChat, BotHandler
from ._channel import AsyncChannelClient, ChannelClient, ChannelHandler
from ._client import AsyncParlour, Parlour
from ._errors import ChannelRefusal, CursorGoneError, ParlourError, SignatureError
from ._feed import AsyncEventFeed, Event, EventFeed
from ._signatures import verify_webhook
from ._version import __version__
from ._webhook import WebhookHandler

__all__ = [
    "AsyncBotChat",
    "AsyncChannelClient",
    "AsyncEventFeed",
    "AsyncParlour",
    "BotChat",
    "BotHandler",
    "ChannelClient",
    "ChannelHandler",
    "ChannelRefusal",
    "CursorGoneError",
    "Event",
    "EventFeed",
    "Parlour",
    "ParlourError",
    "Reply",
    "SignatureError",
    "WebhookHandler",
    "__version__",
    "types",
    "verify_webhook",
]

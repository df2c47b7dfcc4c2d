import { Type, type Static } from "typebox";
import { ChannelCapabilities } from "./channel-kinds/capabilities.ts";
import { channelKindNames, type ChannelKind as Kind } from "./channel-kinds/index.ts";
import { LastFailure } from "./delivery.ts";
import { Id, Nullable, Time } from "./scalar.ts";
import { WidgetSettings } from "./widget/widget-settings.ts";

/** Channels (API-040). */

export { ChannelCapabilities } from "./channel-kinds/capabilities.ts";

export const ChannelKind = Type.Unsafe<Kind>(
  Type.Union(channelKindNames.map((kind) => Type.Literal(kind))),
);
/** How a channel receives files (CH-073). */
export const MediaFormat = Type.Union([
  Type.Literal("media objects"),
  Type.Literal("text with link"),
]);
/** Whether an operator can answer now: 1 yes, 0 no (CH-011). */
export const Availability = Type.Union([Type.Literal(0), Type.Literal(1)]);

export const ChatChannel = Type.Object({
  id: Id,
  kind: ChannelKind,
  name: Type.String(),
});

/**
 * A template that can be sent. `text` contains each parameter as `{{body.1}}`. `category`: the
 * service's word for the purpose, in lower case.
 */
export const ChannelTemplate = Type.Object({
  name: Type.String(),
  language: Type.String(),
  category: Type.String(),
  text: Type.String(),
  parameters: Type.Array(Type.String()),
});
export type ChannelTemplate = Static<typeof ChannelTemplate>;

/**
 * A sentence about the connection of a channel to its service (CON-040, CON-041). `code` names it
 * among those of the kind of channel, `values` are its variable parts, and `message` is the
 * sentence in English.
 */
export const ConnectionNotice = Type.Object({
  code: Type.String(),
  values: Type.Record(Type.String(), Type.String()),
  message: Type.String(),
});
export type ConnectionNotice = Static<typeof ConnectionNotice>;

/** A channel (API-040). A secret is returned only by the request that creates it (CORE-125). */
export const Channel = Type.Object({
  id: Id,
  kind: ChannelKind,
  name: Type.String(),
  public_id: Type.String(),
  enabled: Type.Boolean(),
  endpoint_url: Type.String(),
  chunked: Type.Boolean(),
  append_public_id: Type.Boolean(),
  media_as: MediaFormat,
  bot_available: Type.Boolean(),
  operators: Type.Array(Id),
  /** Inbound URL (CH-002). null without the permission to see it. */
  inbound_url: Nullable(Type.String()),
  secret_hint: Type.String(),
  status: Availability,
  last_inbound_at: Nullable(Time),
  last_success_at: Nullable(Time),
  last_failure: Nullable(LastFailure),
  created_at: Time,
  managed: Type.Boolean(),
  capabilities: ChannelCapabilities,
  /**
   * Only for a connector: the settings of its kind, what the service says about them, and the last
   * four characters of each secret (CON-010).
   */
  settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  info: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  /** Why the channel cannot receive messages now (CON-041). null if it can. */
  problem: Type.Optional(Nullable(Type.Object({ at: Time, ...ConnectionNotice.properties }))),
  /**
   * Only for a kind with addresses: whether the channel may use its address (CON-066). `unproved`:
   * nobody has shown yet that the account may use it. `taken`: another channel holds it.
   */
  address_state: Type.Optional(
    Type.Union([Type.Literal("proved"), Type.Literal("unproved"), Type.Literal("taken")]),
  ),
  secret_hints: Type.Optional(Type.Record(Type.String(), Type.String())),
  /**
   * Only for a widget: its settings (WG-090), the HTML code for pages (WG-001), and whether signed
   * identity is enabled (WG-047).
   */
  widget: Type.Optional(WidgetSettings),
  snippet: Type.Optional(Type.String()),
  has_identity_secret: Type.Optional(Type.Boolean()),
});
export type Channel = Static<typeof Channel>;

import { Type, type Static } from "typebox";
import { Page } from "./common.ts";
import {
  Availability,
  Channel,
  ChannelTemplate,
  ErrorDetail,
  Id,
  Nullable,
  Outcome,
  ReceivedReply,
  SentRequest,
} from "../entity/index.ts";
import { connectorKinds, type ConnectorKind } from "../entity/channel-kinds/settings/index.ts";
import { WidgetSettingsPatch } from "../entity/widget/widget-settings.ts";

/** Channels (API-040). */

const settings = {
  /** Name of the channel as shown to operators (CH-001). */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Endpoint of the integrator, an absolute `http://` or `https://` URL (CH-001, CORE-123). */
  endpoint_url: Type.String({ minLength: 1, maxLength: 2048 }),
  chunked: Type.Boolean(),
  /** Ids of the operators of the channel. At least one. */
  operators: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
  /** Whether the public id is appended to the endpoint URL (CH-070). */
  append_public_id: Type.Boolean(),
  /** How files are sent to the channel (CH-075). */
  media_as: Channel.properties.media_as,
  /** Whether an attached bot counts as available in the status response (CH-011). */
  bot_available: Type.Boolean(),
  /** Whether the channel is switched on (CH-110). */
  enabled: Type.Boolean(),
};

export const NewChannel = Type.Object(
  {
    kind: Type.Optional(Type.Literal("api")),
    name: settings.name,
    endpoint_url: settings.endpoint_url,
    operators: settings.operators,
    chunked: Type.Optional(settings.chunked),
    append_public_id: Type.Optional(settings.append_public_id),
    media_as: Type.Optional(settings.media_as),
    bot_available: Type.Optional(settings.bot_available),
    enabled: Type.Optional(settings.enabled),
  },
  { additionalProperties: false },
);
export type NewChannel = Static<typeof NewChannel>;

/** A new site widget (WG-090). Settings that are absent get their defaults. */
export const NewWidget = Type.Object(
  {
    kind: Type.Literal("widget"),
    name: settings.name,
    operators: settings.operators,
    enabled: Type.Optional(settings.enabled),
    widget: Type.Optional(WidgetSettingsPatch),
  },
  { additionalProperties: false },
);
export type NewWidget = Static<typeof NewWidget>;

/**
 * A new channel of an external service (CON-010). `settings` contains the settings and the secrets
 * of the kind.
 */
export interface NewConnector {
  readonly kind: ConnectorKind;
  readonly name: string;
  readonly operators: number[];
  readonly enabled?: boolean;
  readonly settings: Readonly<Record<string, unknown>>;
}
export const NewConnector = Type.Unsafe<NewConnector>(
  Type.Union(
    connectorKinds.map((kind) =>
      Type.Object(
        {
          kind: Type.Literal(kind),
          name: settings.name,
          operators: settings.operators,
          enabled: Type.Optional(settings.enabled),
          settings: Type.Record(Type.String(), Type.Unknown()),
        },
        { additionalProperties: false },
      ),
    ),
  ),
);

/**
 * Changes of a channel. `widget` is allowed only for site widgets, `settings` only for connectors.
 * Settings that are absent stay unchanged, and optional ones that are null are removed.
 */
export const ChannelPatch = Type.Partial(
  Type.Object({
    ...settings,
    widget: WidgetSettingsPatch,
    settings: Type.Record(Type.String(), Type.Unknown()),
  }),
  {
    additionalProperties: false,
    minProperties: 1,
  },
);
export type ChannelPatch = Static<typeof ChannelPatch>;

export const Channels = Page(Channel);

/** A channel with its new secret. The secret is returned only once (CORE-125). */
export const ChannelWithSecret = Type.Object({
  ...Channel.properties,
  signing_secret: Type.Optional(Type.String()),
});
export type ChannelWithSecret = Static<typeof ChannelWithSecret>;

/** The secret with which a site signs the identity of its visitors (WG-047). Returned only once. */
export const IdentitySecret = Type.Object({ identity_secret: Type.String() });
export type IdentitySecret = Static<typeof IdentitySecret>;

/**
 * Replaces the inbound address (CH-004) or the secret (CORE-124). The old one stays valid for 24
 * hours.
 */
export const Rotate = Type.Object(
  { what: Type.Union([Type.Literal("address"), Type.Literal("secret")]) },
  { additionalProperties: false },
);

/** Result of a test message (CH-113). `reply` is cut at 8 KiB. */
export const ChannelTest = Type.Object({
  outbound: Type.Object({
    outcome: Outcome,
    status: Nullable(Type.Integer()),
    duration_ms: Type.Integer({ minimum: 0 }),
    error: Nullable(ErrorDetail),
    request: Nullable(SentRequest),
    reply: Nullable(ReceivedReply),
  }),
  /**
   * The result that a request to the inbound URL would currently have. It is computed without a
   * request.
   */
  inbound: Type.Object({
    url: Nullable(Type.String()),
    /** Body of the status response (CH-011). */
    status: Availability,
    accepts_messages: Type.Boolean(),
    last_inbound_at: Channel.properties.last_inbound_at,
  }),
});
export type ChannelTest = Static<typeof ChannelTest>;

/** The code that was mailed to the address of a channel (CON-068). */
export const ChannelAddressCode = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 20 }) },
  { additionalProperties: false },
);
export type ChannelAddressCode = Static<typeof ChannelAddressCode>;

/** The templates of a channel (CON-051). `next_cursor` is always null. */
export const ChannelTemplates = Page(ChannelTemplate);
export type ChannelTemplates = Static<typeof ChannelTemplates>;

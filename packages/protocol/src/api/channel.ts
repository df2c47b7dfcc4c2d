import { Type, type Static, type TObject } from "typebox";
import { Page } from "./common.ts";
import {
  Availability,
  ChannelCapabilities,
  ChannelKind,
  ChannelTemplate,
  ConnectionNotice,
  ErrorDetail,
  Id,
  LastFailure,
  MediaFormat,
  Nullable,
  Outcome,
  ReceivedReply,
  SentRequest,
  Time,
} from "../entity/index.ts";
import { connectorKinds, type ConnectorKind } from "../settings/connectors/index.ts";
import { channel } from "../settings/kinds/channels/channel.ts";
import { connector } from "../settings/kinds/channels/connector.ts";
import { oneOf } from "./settings/file-fields.ts";
import { FieldInput } from "../widget/client-frame.ts";
import { createListSchemas } from "./settings/shapes/list-schemas.ts";
import { WidgetSettings, WidgetSettingsPatch } from "./settings/shapes/widget.ts";

/** Channels (API-040). */

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
  message_changes: Type.Boolean(),
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
  /** Only a widget has settings (WG-090), HTML code (WG-001) and signed identity (WG-047). */
  widget: Type.Optional(WidgetSettings),
  snippet: Type.Optional(Type.String()),
  has_identity_secret: Type.Optional(Type.Boolean()),
});
export type Channel = Static<typeof Channel>;

const toProperties = (schema: object): TObject["properties"] => (schema as TObject).properties;

/** Bodies of chat API channels (CH-001). Their fields are in `channel`. */
const { create, body, file } = createListSchemas(channel, {});
export type NewChannel = Static<typeof create> & { readonly kind?: "api" };
export const NewChannel = Type.Unsafe<NewChannel>({
  ...create,
  properties: {
    kind: Type.Optional(Type.Literal("api")),
    ...toProperties(create),
  },
});
/** An entry of the file. The released schema does not name the default of `media_as`. */
export const ApiChannelConfigFile = Type.Unsafe<Static<typeof file>>({
  ...file,
  properties: {
    ...toProperties(file),
    media_as: Type.Optional(oneOf(channel.fields.media_as.values)),
  },
});

const ofConnector = createListSchemas(connector, {});
/** A channel of an external service (CON-010). `settings` also has the credentials. */
export interface NewConnector extends Static<typeof ofConnector.create> {
  readonly kind: ConnectorKind;
  readonly settings: Readonly<Record<string, unknown>>;
}
export const NewConnector = Type.Unsafe<NewConnector>(
  Type.Union(
    connectorKinds.map((kind) =>
      Type.Object(
        {
          kind: Type.Literal(kind),
          ...toProperties(ofConnector.create),
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
export interface ChannelPatch extends Partial<Static<typeof create>> {
  readonly widget?: Static<typeof WidgetSettingsPatch>;
  readonly settings?: Readonly<Record<string, unknown>>;
}
export const ChannelPatch = Type.Unsafe<ChannelPatch>(
  Type.Partial(
    Type.Object({
      ...body,
      widget: WidgetSettingsPatch,
      settings: Type.Record(Type.String(), Type.Unknown()),
    }),
    { additionalProperties: false, minProperties: 1 },
  ),
);

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

/** What a link to the chat page contains, signed with the identity secret (API-573). */
export const SignedLinkRequest = Type.Object(
  {
    fields: Type.Optional(FieldInput),
    user: Type.Optional(
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: 200 }),
          name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
          email: Type.Optional(Type.String({ minLength: 3, maxLength: 254 })),
          phone: Type.Optional(Type.String({ minLength: 3, maxLength: 50 })),
        },
        { additionalProperties: false },
      ),
    ),
    /** Time in s during which the link has its effect. */
    valid_s: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
  },
  { additionalProperties: false },
);
export type SignedLinkRequest = Static<typeof SignedLinkRequest>;

/** A link to the chat page, and its signed parameters (WG-303). */
export const SignedLink = Type.Object({
  url: Type.String(),
  fields: Nullable(Type.String()),
  user_token: Nullable(Type.String()),
  /** null: never. */
  expires_at: Nullable(Time),
});
export type SignedLink = Static<typeof SignedLink>;

/** Replaces the inbound address (CH-004) or secret (CORE-124). The old one is valid for 24 h. */
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

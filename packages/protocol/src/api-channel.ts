import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Channel, Id, Nullable, Outcome } from "./entity.ts";
import { WidgetSettingsPatch } from "./widget-settings.ts";

/** Channels (API-040). */

const settings = {
  /** CH-001. */
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** Absolute `http://` or `https://` (CH-001, CORE-123). */
  endpoint_url: Type.String({ minLength: 1, maxLength: 2048 }),
  chunked: Type.Boolean(),
  /** Ids of operators of the account, at least one. */
  operators: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }),
  /** CH-070. */
  append_public_id: Type.Boolean(),
  /** CH-075. */
  media_as: Channel.properties.media_as,
  /** CH-011. */
  bot_available: Type.Boolean(),
  /** CH-110. */
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

/** A site widget (WG-090); settings that are not given have their default. */
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

/** `widget`: of a widget alone; what is given of it replaces what stands. */
export const ChannelPatch = Type.Partial(Type.Object({ ...settings, widget: WidgetSettingsPatch }), {
  additionalProperties: false,
  minProperties: 1,
});
export type ChannelPatch = Static<typeof ChannelPatch>;

export const Channels = Page(Channel);

/** A channel with the secret that was just made: shown in this answer only (CORE-125). */
export const ChannelWithSecret = Type.Object({ ...Channel.properties, signing_secret: Type.Optional(Type.String()) });
export type ChannelWithSecret = Static<typeof ChannelWithSecret>;

/** The secret with which a site signs its visitors (WG-047), shown once. */
export const IdentitySecret = Type.Object({ identity_secret: Type.String() });
export type IdentitySecret = Static<typeof IdentitySecret>;

/** CH-004, CORE-124: the old address works, the old secret signs, 24 h more. */
export const Rotate = Type.Object({ what: Type.Union([Type.Literal("address"), Type.Literal("secret")]) }, { additionalProperties: false });

/** CH-113: what one test message met. `reply` is cut at 8 KiB. */
export const ChannelTest = Type.Object({
  outbound: Type.Object({
    outcome: Outcome,
    status: Nullable(Type.Integer()),
    duration_ms: Type.Integer({ minimum: 0 }),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    request: Nullable(Type.Object({ url: Type.String(), headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
    reply: Nullable(Type.Object({ headers: Type.Record(Type.String(), Type.String()), body: Type.String() })),
  }),
  /** Reported, not tried: what a request to the inbound URL would meet now. */
  inbound: Type.Object({
    url: Nullable(Type.String()),
    /** Body of the status answer (CH-011). */
    status: Type.Union([Type.Literal(0), Type.Literal(1)]),
    accepts_messages: Type.Boolean(),
    last_inbound_at: Channel.properties.last_inbound_at,
  }),
});
export type ChannelTest = Static<typeof ChannelTest>;

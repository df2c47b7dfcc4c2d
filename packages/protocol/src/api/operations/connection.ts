import { Type, type Static } from "typebox";
import { connectorKinds } from "../../settings/connectors/index.ts";
import { OAuthProvider } from "./oauth.ts";
import { ConnectionNotice } from "../../entity/channel.ts";

export const DirectionTest = Type.Object({
  ok: Type.Boolean(),
  ...ConnectionNotice.properties,
});
/** Result of the test of a channel of an external service, in both directions (CON-040). */
export const ConnectionTest = Type.Object({ outbound: DirectionTest, inbound: DirectionTest });
export type ConnectionTest = Static<typeof ConnectionTest>;

const kind = Type.Union(connectorKinds.map((name) => Type.Literal(name)));

/** The address of a new channel, whose settings are looked up (API-480). */
export const ConnectionLookup = Type.Object(
  { kind, address: Type.String({ minLength: 3, maxLength: 254 }) },
  { additionalProperties: false },
);
export type ConnectionLookup = Static<typeof ConnectionLookup>;

/** What is known about the address of a new channel (API-480). */
export const FoundConnection = Type.Object({
  /** How the settings were found, or null if they were not. */
  source: Type.Union([
    Type.Literal("provider"),
    Type.Literal("autoconfig"),
    Type.Literal("dns"),
    Type.Null(),
  ]),
  /** Name of a known provider, for example `fastmail`. */
  provider: Type.Union([Type.String(), Type.Null()]),
  /** A part of the settings of a new channel. */
  settings: Type.Record(Type.String(), Type.Unknown()),
  /** Whether the account must prove the address before it receives or sends (CON-067). */
  needs_proof: Type.Boolean(),
  /** Whether this installation receives by SMTP, and whether it has a mail server to send with. */
  has_receiver: Type.Boolean(),
  has_mail_server: Type.Boolean(),
  /** Providers at which people can sign in to a mailbox (CFG-134). */
  sign_ins: Type.Array(Type.Object({ provider: OAuthProvider, name: Type.String() })),
});
export type FoundConnection = Static<typeof FoundConnection>;

/** Settings that are tested before a channel has them (API-481). */
export const ConnectionTestRequest = Type.Object(
  { kind, settings: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: false },
);
export type ConnectionTestRequest = Static<typeof ConnectionTestRequest>;

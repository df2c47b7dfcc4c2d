import { Type, type Static } from "typebox";
import { Id } from "../../entity/index.ts";
import { ConnectionNotice } from "../../entity/channel.ts";

/** A provider of mailboxes to which people sign in. `own`: one with entered endpoints. */
export const OAuthProvider = Type.Union([
  Type.Literal("google"),
  Type.Literal("microsoft"),
  Type.Literal("own"),
]);
export type OAuthProvider = Static<typeof OAuthProvider>;
export const OAuthProviderParams = Type.Object({ provider: OAuthProvider });

const url = Type.String({ pattern: "^https?://", maxLength: 2048 });
/** Name and endpoints of the provider `own`. */
export const OwnOAuthProvider = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    authorization_url: url,
    token_url: url,
    scopes: Type.String({ minLength: 1, maxLength: 1000 }),
  },
  { additionalProperties: false },
);
const client = {
  client_id: Type.String({ minLength: 1, maxLength: 300 }),
  tenant: Type.Union([Type.String({ pattern: "^[A-Za-z0-9.-]{1,100}$" }), Type.Null()]),
  own: Type.Union([OwnOAuthProvider, Type.Null()]),
};
/** The client of this installation at a provider (CFG-134). */
export const OAuthClient = Type.Object({
  provider: OAuthProvider,
  ...client,
  has_secret: Type.Boolean(),
  managed: Type.Boolean(),
});
export type OAuthClient = Static<typeof OAuthClient>;
export const OAuthClients = Type.Object({
  items: Type.Array(OAuthClient),
  /** Redirect URI to register at each provider. */
  redirect_uri: Type.String(),
});
export type OAuthClients = Static<typeof OAuthClients>;
export const NewOAuthClient = Type.Object(
  {
    client_id: client.client_id,
    client_secret: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()]),
    ),
    tenant: Type.Optional(client.tenant),
    own: Type.Optional(client.own),
  },
  { additionalProperties: false },
);
export type NewOAuthClient = Static<typeof NewOAuthClient>;

/** Starts a sign-in to a mailbox (API-483). */
export const NewMailSignIn = Type.Object(
  {
    provider: OAuthProvider,
    /** Address that the page of the provider suggests. */
    address: Type.Optional(Type.String({ maxLength: 320 })),
    /** The channel that signs in again. */
    channel_id: Type.Optional(Id),
    /** Text that the finished sign-in returns. It must have no secrets. */
    draft: Type.Optional(Type.String({ maxLength: 8000 })),
  },
  { additionalProperties: false },
);
export type NewMailSignIn = Static<typeof NewMailSignIn>;
export const StartedMailSignIn = Type.Object({ url: Type.String() });
export type StartedMailSignIn = Static<typeof StartedMailSignIn>;

/** The query with which the provider sent the browser back (API-484). */
export const MailSignInQuery = Type.Object(
  { query: Type.String({ maxLength: 8192 }) },
  { additionalProperties: false },
);
/** A sign-in to a mailbox that ended. */
export const FinishedMailSignIn = Type.Object({
  provider: OAuthProvider,
  channel_id: Type.Union([Id, Type.Null()]),
  draft: Type.String(),
  /** The value of `oauth.grant` in the settings of a channel. null: the sign-in failed. */
  grant: Type.Union([Type.String(), Type.Null()]),
  problem: Type.Union([ConnectionNotice, Type.Null()]),
});
export type FinishedMailSignIn = Static<typeof FinishedMailSignIn>;

import { Type, type Static } from "typebox";
import { omitFields } from "../../omit-fields.ts";
import { Id } from "../../entity/index.ts";
import { ConnectionNotice } from "../../entity/channel.ts";
import { oauthClient } from "../../settings/kinds/oauth-client.ts";
import { HttpUrl, textField } from "../settings/file-fields.ts";
import { createFieldSchemas, listProperties } from "../settings/shapes/list-schemas.ts";

/** A provider of mailboxes to which people sign in. `own`: one with entered endpoints. */
export const OAuthProvider = Type.Union([
  Type.Literal("google"),
  Type.Literal("microsoft"),
  Type.Literal("own"),
]);
export type OAuthProvider = Static<typeof OAuthProvider>;
export const OAuthProviderParams = Type.Object({ provider: OAuthProvider });

/** Name and endpoints of the provider `own`. */
export const OwnOAuthProvider = Type.Object(
  {
    name: textField(60),
    authorization_url: HttpUrl,
    token_url: HttpUrl,
    scopes: textField(1000),
  },
  { additionalProperties: false },
);
const schemas = createFieldSchemas(oauthClient.fields, {
  own: { answer: OwnOAuthProvider, sent: OwnOAuthProvider },
});
/** The client of this installation at a provider (CFG-134). */
export const OAuthClient = Type.Unsafe<Static<typeof schemas.answer> & { managed: boolean }>(
  Type.Object({ ...listProperties(schemas.answer), managed: Type.Boolean() }),
);
export type OAuthClient = Static<typeof OAuthClient>;
export const OAuthClients = Type.Object({
  items: Type.Array(OAuthClient),
  /** Redirect URI to register at each provider. */
  redirect_uri: Type.String(),
});
export type OAuthClients = Static<typeof OAuthClients>;
/** Settings of a client. The path names its provider. */
export const NewOAuthClient = Type.Unsafe<Omit<Static<typeof schemas.create>, "provider">>(
  Type.Object(omitFields(listProperties(schemas.create), "provider"), {
    additionalProperties: false,
  }),
);
export type NewOAuthClient = Static<typeof NewOAuthClient>;
export const OAuthClientFile = schemas.file;

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

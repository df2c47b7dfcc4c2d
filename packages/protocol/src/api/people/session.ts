import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import {
  Id,
  InterfaceLanguage,
  NamedRef,
  Nullable,
  Operator,
  Presence,
  Time,
} from "../../entity/index.ts";
import { oidc } from "../../settings/kinds/oidc.ts";
import { createFieldSchemas, listProperties } from "../settings/shapes/list-schemas.ts";

/** Setup, sign-in and the operator's own profile (API-007, API-010 – API-012). */

const email = Type.String({ minLength: 3, maxLength: 254 });
const password = Type.String({ minLength: 12, maxLength: 256 });
const name = Type.String({ minLength: 1, maxLength: 100 });

/** Whether the installation has no owner yet (API-007). */
export const SetupState = Type.Object({ needed: Type.Boolean() });
export type SetupState = Static<typeof SetupState>;

/** API-007. `token`: of the one-time link (CFG-017). `account`: name of the first one. */
export const Setup = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }), name, email, password, account: name },
  { additionalProperties: false },
);
export type Setup = Static<typeof Setup>;

const base64url = (maxLength: number) => Type.String({ pattern: "^[A-Za-z0-9_-]*$", maxLength });
/** The result of `navigator.credentials.get()` as JSON (WebAuthn). */
export const PasskeyAssertion = Type.Object({
  id: base64url(2048),
  rawId: base64url(2048),
  type: Type.Literal("public-key"),
  response: Type.Object({
    clientDataJSON: base64url(8192),
    authenticatorData: base64url(8192),
    signature: base64url(8192),
    userHandle: Type.Optional(Type.Union([base64url(256), Type.Null()])),
  }),
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;
/** The result of `navigator.credentials.create()` as JSON. */
export const PasskeyAttestation = Type.Object({
  id: base64url(2048),
  rawId: base64url(2048),
  type: Type.Literal("public-key"),
  response: Type.Object({
    clientDataJSON: base64url(8192),
    attestationObject: base64url(32_768),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
});
export type PasskeyAttestation = Static<typeof PasskeyAttestation>;
/** Options for `PublicKeyCredential.parse…OptionsFromJSON`, in the format of WebAuthn. */
const PasskeyOptions = Type.Record(Type.String(), Type.Unknown());
export type PasskeyOptions = Static<typeof PasskeyOptions>;
export const PasskeyChallenge = Type.Object({ options: PasskeyOptions });

const code = Type.String({
  minLength: 1,
  maxLength: 40,
  description: "Of the application, or a recovery code.",
});
/**
 * Sign-in (API-010, API-013). Exactly one of these methods: email and password, with `code` or
 * `passkey` if a second factor is required. A passkey alone. The result of an OIDC or SAML
 * provider. Other combinations are rejected.
 */
export const SignIn = Type.Object(
  {
    email: Type.Optional(email),
    password: Type.Optional(password),
    code: Type.Optional(code),
    passkey: Type.Optional(PasskeyAssertion),
    oidc: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: "Query of the address that the provider sent the browser back to.",
      }),
    ),
    saml: Type.Optional(
      Type.String({
        maxLength: 8192,
        description: "`result` of the address that a SAML sign-in sent the browser back to.",
      }),
    ),
    beside: Type.Optional(
      Type.Boolean({
        description: "Keep the sessions that this browser has in other accounts (CORE-016).",
      }),
    ),
    language: Type.Optional(
      Type.Union(InterfaceLanguage.anyOf, {
        description:
          "Language of the page: the language of the operator's emails, unless the profile has another one.",
      }),
    ),
  },
  { additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

export const SignedIn = Type.Object({ operator: Operator });
export type SignedIn = Static<typeof SignedIn>;

const StepMethod = Type.Union([
  Type.Literal("totp"),
  Type.Literal("recovery"),
  Type.Literal("passkey"),
]);
/** The password is correct and a second factor is required (API-013). */
export const SecondFactorRequired = Type.Object({
  second_step: Type.Object({
    methods: Type.Array(StepMethod),
    passkey: Type.Union([PasskeyOptions, Type.Null()]),
  }),
});
export type SecondFactorRequired = Static<typeof SecondFactorRequired>;

/** Sign-in methods that the sign-in page offers (API-013). */
export const SignInMethods = Type.Object({
  /** Whether a password reset can be sent by email (API-017). */
  reset_by_mail: Type.Boolean(),
  providers: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      kind: Type.Union([Type.Literal("oidc"), Type.Literal("saml")]),
    }),
  ),
});
export type SignInMethods = Static<typeof SignInMethods>;
export const OidcStart = Type.Object(
  { provider: Type.String({ minLength: 1, maxLength: 64 }), again: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export const OidcRedirect = Type.Object({ url: Type.String() });
export type OidcRedirect = Static<typeof OidcRedirect>;

/** Requests a password reset by email (API-017). */
export const PasswordReset = Type.Object({ email }, { additionalProperties: false });

/** A proof of identity, by exactly one method (API-016). */
export const Reauthentication = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    passkey: Type.Optional(PasskeyAssertion),
    code: Type.Optional(code),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type Reauthentication = Static<typeof Reauthentication>;
/** Also until when re-authentication is not required. Null: it is required now. */
export const ReauthenticationMethods = Type.Object({
  password: Type.Boolean(),
  code: Type.Boolean(),
  passkey: Type.Union([PasskeyOptions, Type.Null()]),
  confirmed_until: Type.Union([Time, Type.Null()]),
});
export type ReauthenticationMethods = Static<typeof ReauthenticationMethods>;

const method = Type.Union([
  Type.Literal("password"),
  Type.Literal("passkey"),
  Type.Literal("oidc"),
  Type.Literal("saml"),
]);
const SessionLocation = Type.Object({ country: Type.String(), city: Type.String() });
/** A sign-in session (API-014). */
export const SessionEntry = Type.Object({
  id: Id,
  operator: NamedRef,
  /** Whether this is the session of the request. */
  current: Type.Boolean(),
  method,
  /** Whether the operator signed in with two factors. */
  strong: Type.Boolean(),
  address: Type.String(),
  /** Location of the IP address. "" if no geo database contains the address (CFG-013). */
  place: SessionLocation,
  user_agent: Type.String(),
  created_at: Time,
  last_seen_at: Time,
});
export type SessionEntry = Static<typeof SessionEntry>;
export const Sessions = Type.Object({ items: Type.Array(SessionEntry) });
export const SignInEntry = Type.Object({
  id: Id,
  operator: NamedRef,
  at: Time,
  method,
  ok: Type.Boolean(),
  address: Type.String(),
  place: SessionLocation,
  user_agent: Type.String(),
});
export type SignInEntry = Static<typeof SignInEntry>;
export const SignInLog = Page(SignInEntry);

/** How the signed-in operator's access is protected (API-015). */
export const MySecurity = Type.Object({
  /** Time from which the account requires a second factor. Null if a second factor is optional. */
  required_from: Type.Union([Time, Type.Null()]),
  /** Whether the session permits only the setup of a second factor. */
  limited: Type.Boolean(),
  has_password: Type.Boolean(),
  totp: Type.Boolean(),
  recovery_codes: Type.Integer(),
  passkeys: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      created_at: Time,
      last_used_at: Type.Union([Time, Type.Null()]),
    }),
  ),
});
export type MySecurity = Static<typeof MySecurity>;
/** Returned only once. `uri`: content of the QR code. `secret`: for manual input. */
export const TotpSecret = Type.Object({ secret: Type.String(), uri: Type.String() });
export type TotpSecret = Static<typeof TotpSecret>;
export const TotpCode = Type.Object(
  { code: Type.String({ pattern: "^[0-9 ]{6,12}$" }) },
  { additionalProperties: false },
);
/** Security settings. `recovery_codes` is returned once, by the request that created the codes. */
export const SecurityWithCodes = Type.Object({
  security: MySecurity,
  recovery_codes: Type.Optional(Type.Array(Type.String())),
});
export type SecurityWithCodes = Static<typeof SecurityWithCodes>;
const passkeyName = Type.String({ minLength: 1, maxLength: 100 });
export const NewPasskey = Type.Object(
  { credential: PasskeyAttestation, name: passkeyName },
  { additionalProperties: false },
);
export const PasskeyPatch = Type.Object({ name: passkeyName }, { additionalProperties: false });

/** Accounts signed in with this browser (API-018). */
export const BrowserAccounts = Type.Object({
  items: Type.Array(
    Type.Object({
      account: Type.Object({ id: Id, name: Type.String() }),
      operator: NamedRef,
      current: Type.Boolean(),
    }),
  ),
});
export type BrowserAccounts = Static<typeof BrowserAccounts>;
export const AccountSwitch = Type.Object({ account_id: Id }, { additionalProperties: false });

export const OidcRole = Type.Unsafe<(typeof oidc.fields.role.values)[number]>({
  type: "string",
  enum: [...oidc.fields.role.values],
});
const oidcSchemas = createFieldSchemas(oidc.fields, {
  account_id: { answer: Id, sent: Id },
});
/** An OIDC provider (API-019, CFG-034). */
export const OidcProvider = Type.Unsafe<
  { id: string } & Static<typeof oidcSchemas.answer> & { managed: boolean }
>(
  Type.Object({
    id: Type.String(),
    ...listProperties(oidcSchemas.answer),
    managed: Type.Boolean(),
  }),
);
export type OidcProvider = Static<typeof OidcProvider>;
export const OidcProviders = Type.Object({
  items: Type.Array(OidcProvider),
  /** Redirect URI to register at each provider. */
  redirect_uri: Type.String(),
});
export type OidcProviders = Static<typeof OidcProviders>;
export const NewOidcProvider = oidcSchemas.create;
export type NewOidcProvider = Static<typeof NewOidcProvider>;
export const OidcProviderPatch = oidcSchemas.patch;
export const OidcFile = oidcSchemas.file;
export const OidcParams = Type.Object({ id: Type.String({ pattern: "^[a-z0-9]{8}$" }) });

/** Presence and profile of the signed-in operator (API-012). */
/** `presence_reason`: why the change of presence has no effect (API-012). */
export const OwnPresence = Type.Object({
  ...Operator.properties,
  presence_reason: Type.Optional(Type.Literal("no_socket")),
});
/** A presence, or a status of the account, which has a presence (STATUS-002). */
export const PresenceChoice = Type.Object(
  {
    status: Type.Optional(Presence),
    status_id: Type.Optional(Id),
    status_until: Type.Optional(Nullable(Time)),
    status_comment: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  },
  { additionalProperties: false },
);
export type PresenceChoice = Static<typeof PresenceChoice>;

/** A new password requires the current one, and ends the other sessions. */
export const MePatch = Type.Object(
  {
    name: Type.Optional(name),
    language: Type.Optional(InterfaceLanguage),
    password: Type.Optional(password),
    old_password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MePatch = Static<typeof MePatch>;

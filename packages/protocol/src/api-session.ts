import { Type, type Static } from "typebox";
import { Page } from "./api-common.ts";
import { Id, Operator, PersonRef, Presence, Time } from "./entity.ts";

/** Set-up, sign-in and the operator's own profile (API-007, API-010 – API-012). */

const email = Type.String({ minLength: 3, maxLength: 254 });
const password = Type.String({ minLength: 12, maxLength: 256 });
const name = Type.String({ minLength: 1, maxLength: 100 });

/** API-007: whether the installation still waits for its owner. */
export const SetupState = Type.Object({ needed: Type.Boolean() });
export type SetupState = Static<typeof SetupState>;

/** API-007. `token` comes from the one-time link (CFG-017); `account` is the name of the first account. */
export const Setup = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }), name, email, password, account: name },
  { additionalProperties: false },
);
export type Setup = Static<typeof Setup>;

const base64url = (maxLength: number) => Type.String({ pattern: "^[A-Za-z0-9_-]*$", maxLength });
/** What a browser's `navigator.credentials.get()` gives, as JSON (WebAuthn). */
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
/** What `navigator.credentials.create()` gives. */
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
/** Options for the browser, as `PublicKeyCredential.parse…OptionsFromJSON` takes them. */
const PasskeyOptions = Type.Record(Type.String(), Type.Unknown());
export type PasskeyOptions = Static<typeof PasskeyOptions>;
export const PasskeyQuestion = Type.Object({ options: PasskeyOptions });

const language = Type.Union([Type.Literal("en"), Type.Literal("ru")]);
const code = Type.String({ minLength: 1, maxLength: 40, description: "Of the application, or a recovery code." });
/**
 * API-010, API-013: e-mail and password, with `code` or `passkey` when a second step is due; a passkey alone; or what an OIDC provider sent
 * the browser back with. Other mixtures are refused.
 */
export const SignIn = Type.Object(
  {
    email: Type.Optional(email),
    password: Type.Optional(password),
    code: Type.Optional(code),
    passkey: Type.Optional(PasskeyAssertion),
    oidc: Type.Optional(Type.String({ maxLength: 8192, description: "Query of the address that the provider sent the browser back to." })),
    beside: Type.Optional(Type.Boolean({ description: "Keep the sessions that this browser has in other accounts (CORE-016)." })),
    language: Type.Optional(
      Type.Union(language.anyOf, { description: "In which the page speaks: that of his mails, unless he chose one in his profile." }),
    ),
  },
  { additionalProperties: false },
);
export type SignIn = Static<typeof SignIn>;

export const SignedIn = Type.Object({ operator: Operator });
export type SignedIn = Static<typeof SignedIn>;

const StepMethod = Type.Union([Type.Literal("totp"), Type.Literal("recovery"), Type.Literal("passkey")]);
/** API-013: the password is right, the second step is due. */
export const SecondStep = Type.Object({
  second_step: Type.Object({
    methods: Type.Array(StepMethod),
    passkey: Type.Union([PasskeyOptions, Type.Null()]),
  }),
});
export type SecondStep = Static<typeof SecondStep>;

/** API-013: what the page of sign-in offers. */
export const SignInWays = Type.Object({
  /** Mail is set up: a new password comes by mail (API-017). */
  reset_by_mail: Type.Boolean(),
  providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type SignInWays = Static<typeof SignInWays>;
export const OidcStart = Type.Object(
  { provider: Type.String({ minLength: 1, maxLength: 64 }), again: Type.Optional(Type.Boolean()) },
  { additionalProperties: false },
);
export const OidcPlace = Type.Object({ url: Type.String() });
export type OidcPlace = Static<typeof OidcPlace>;

/** API-017. */
export const PasswordReset = Type.Object({ email }, { additionalProperties: false });

/** API-016: one of them. */
export const Confirmation = Type.Object(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    passkey: Type.Optional(PasskeyAssertion),
    code: Type.Optional(code),
  },
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
);
export type Confirmation = Static<typeof Confirmation>;
/** By what the asker can confirm, and until when he need not (null: now). */
export const ConfirmationWays = Type.Object({
  password: Type.Boolean(),
  code: Type.Boolean(),
  passkey: Type.Union([PasskeyOptions, Type.Null()]),
  confirmed_until: Type.Union([Time, Type.Null()]),
});
export type ConfirmationWays = Static<typeof ConfirmationWays>;

const method = Type.Union([Type.Literal("password"), Type.Literal("passkey"), Type.Literal("oidc")]);
const place = Type.Object({ country: Type.String(), city: Type.String() });
/** API-014. */
export const SessionEntry = Type.Object({
  id: Id,
  operator: PersonRef,
  /** The asker's own session of this request. */
  current: Type.Boolean(),
  method,
  /** With two factors. */
  strong: Type.Boolean(),
  address: Type.String(),
  /** "" where no database of places knows the address (CFG-013). */
  place,
  user_agent: Type.String(),
  created_at: Time,
  last_seen_at: Time,
});
export type SessionEntry = Static<typeof SessionEntry>;
export const Sessions = Type.Object({ items: Type.Array(SessionEntry) });
export const SignInEntry = Type.Object({
  id: Id,
  operator: PersonRef,
  at: Time,
  method,
  ok: Type.Boolean(),
  address: Type.String(),
  place,
  user_agent: Type.String(),
});
export type SignInEntry = Static<typeof SignInEntry>;
export const SignInLog = Page(SignInEntry);

/** API-015: how one is protected. */
export const MySecurity = Type.Object({
  /** The account wants a second factor from then on; null: everybody chooses. */
  required_from: Type.Union([Time, Type.Null()]),
  /** Nothing but this can be done until a second factor is set up. */
  limited: Type.Boolean(),
  has_password: Type.Boolean(),
  totp: Type.Boolean(),
  recovery_codes: Type.Integer(),
  passkeys: Type.Array(Type.Object({ id: Id, name: Type.String(), created_at: Time, last_used_at: Type.Union([Time, Type.Null()]) })),
});
export type MySecurity = Static<typeof MySecurity>;
/** Shown once: `uri` is what the picture for the application says, `secret` the same to type. */
export const TotpSecret = Type.Object({ secret: Type.String(), uri: Type.String() });
export type TotpSecret = Static<typeof TotpSecret>;
export const TotpCode = Type.Object({ code: Type.String({ pattern: "^[0-9 ]{6,12}$" }) }, { additionalProperties: false });
/** `recovery_codes` only where they were made with it: shown once. */
export const Secured = Type.Object({ security: MySecurity, recovery_codes: Type.Optional(Type.Array(Type.String())) });
export type Secured = Static<typeof Secured>;
const passkeyName = Type.String({ minLength: 1, maxLength: 100 });
export const NewPasskey = Type.Object({ credential: PasskeyAttestation, name: passkeyName }, { additionalProperties: false });
export const PasskeyPatch = Type.Object({ name: passkeyName }, { additionalProperties: false });

/** API-018. */
export const BrowserAccounts = Type.Object({
  items: Type.Array(Type.Object({ account: Type.Object({ id: Id, name: Type.String() }), operator: PersonRef, current: Type.Boolean() })),
});
export type BrowserAccounts = Static<typeof BrowserAccounts>;
export const AccountSwitch = Type.Object({ account_id: Id }, { additionalProperties: false });

/** API-015: what an account asks of its people. */
export const SecurityPolicy = Type.Object({
  second_factor: Type.Union([Type.Literal("optional"), Type.Literal("required")]),
  required_from: Type.Union([Time, Type.Null()]),
  /** Active operators who have none yet. */
  without: Type.Array(PersonRef),
  /** The provisioning file says it (CFG-025). */
  managed: Type.Boolean(),
});
export type SecurityPolicy = Static<typeof SecurityPolicy>;
/** Time for everybody to set a second factor up, when none is named. */
export const usualGraceDays = 14;
export const SecurityPolicyPatch = Type.Object(
  {
    second_factor: Type.Union([Type.Literal("optional"), Type.Literal("required")]),
    grace_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 90 })),
  },
  { additionalProperties: false },
);

const domain = Type.String({
  pattern: "^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$",
  maxLength: 253,
});
const oidc = {
  name: Type.String({ minLength: 1, maxLength: 60 }),
  issuer: Type.String({ pattern: "^https?://", maxLength: 2048 }),
  client_id: Type.String({ minLength: 1, maxLength: 300 }),
  domains: Type.Array(domain, { maxItems: 100 }),
  /** Of people who come for the first time; null: known e-mails only. */
  role: Type.Union([Type.Literal("admin"), Type.Literal("developer"), Type.Literal("operator"), Type.Literal("viewer"), Type.Null()]),
  /** Their account. */
  account_id: Type.Union([Id, Type.Null()]),
};
/** API-019, CFG-034. */
export const OidcProvider = Type.Object({ id: Type.String(), ...oidc, has_secret: Type.Boolean(), managed: Type.Boolean() });
export type OidcProvider = Static<typeof OidcProvider>;
export const OidcProviders = Type.Object({
  items: Type.Array(OidcProvider),
  /** To be entered at each provider. */
  redirect_uri: Type.String(),
});
export type OidcProviders = Static<typeof OidcProviders>;
export const NewOidcProvider = Type.Object(
  {
    name: oidc.name,
    issuer: oidc.issuer,
    client_id: oidc.client_id,
    client_secret: Type.Optional(Type.Union([Type.String({ minLength: 1, maxLength: 1000 }), Type.Null()])),
    domains: Type.Optional(oidc.domains),
    role: Type.Optional(oidc.role),
    account_id: Type.Optional(oidc.account_id),
  },
  { additionalProperties: false },
);
export type NewOidcProvider = Static<typeof NewOidcProvider>;
export const OidcProviderPatch = Type.Partial(Type.Object(NewOidcProvider.properties), { additionalProperties: false, minProperties: 1 });
export const OidcParams = Type.Object({ id: Type.String({ pattern: "^[a-z0-9]{8}$" }) });

/** API-012. */
/** Own operator after a choice of presence. `presence_reason`: why the choice does not count (API-012); absent: it does. */
export const OwnPresence = Type.Object({ ...Operator.properties, presence_reason: Type.Optional(Type.Literal("no_socket")) });
export const PresenceChoice = Type.Object({ status: Presence }, { additionalProperties: false });
export type PresenceChoice = Static<typeof PresenceChoice>;

/** Own profile: another name, the language of one's mails, another password with the present one. A new password ends the operator's other sessions. */
export const MePatch = Type.Object(
  {
    name: Type.Optional(name),
    language: Type.Optional(language),
    password: Type.Optional(password),
    old_password: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type MePatch = Static<typeof MePatch>;

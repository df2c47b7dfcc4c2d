import { Type, type Static } from "typebox";
import { Nullable } from "../../entity/index.ts";

/** Mail of the installation (CFG-032, API-356), and the emails that an operator wants (API-211). */

const Tls = Type.Union([Type.Literal("starttls"), Type.Literal("implicit"), Type.Literal("none")]);
/** A host name or an IP address, without port. */
const Host = Type.String({ minLength: 1, maxLength: 253, pattern: "^[A-Za-z0-9.:_-]+$" });
/** One address, or a name and an address: `Shop <chat@shop.example>`. */
const From = Type.String({ minLength: 3, maxLength: 320 });

/** Outgoing mail server. The password is never returned. */
export const Mail = Type.Object({
  host: Type.String(),
  port: Type.Integer(),
  tls: Tls,
  user: Nullable(Type.String()),
  /** A password is stored. */
  has_password: Type.Boolean(),
  from: Type.String(),
});
export type Mail = Static<typeof Mail>;
/** `mail` null: not set up. */
export const MailState = Type.Object({ mail: Nullable(Mail), managed: Type.Boolean() });
export type MailState = Static<typeof MailState>;

const fields = {
  host: Host,
  port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  tls: Tls,
  user: Type.Optional(Nullable(Type.String({ maxLength: 254 }))),
  /** Absent: the stored password stays if host and user are unchanged. null or "": no password. */
  password: Type.Optional(Nullable(Type.String({ maxLength: 1024 }))),
  from: From,
};
export const NewMail = Type.Object(fields, { additionalProperties: false });
export type NewMail = Static<typeof NewMail>;
/** Sends a test email to the requesting operator, with these settings or the stored ones. */
export const MailTest = Type.Object(
  { mail: Type.Optional(NewMail) },
  { additionalProperties: false },
);
export type MailTest = Static<typeof MailTest>;

/** The step at which a test email ended. */
export const mailSteps = [
  "dns",
  "connect",
  "greeting",
  "tls",
  "sign_in",
  "sender",
  "recipient",
  "message",
  "sent",
] as const;
export type MailStep = (typeof mailSteps)[number];
/**
 * `step`: the failed step, or `sent`. `message`: what happened and what to do. `reply`: text of the
 * mail server.
 */
export const MailTestResult = Type.Object({
  ok: Type.Boolean(),
  step: Type.Unsafe<MailStep>(Type.Union(mailSteps.map((step) => Type.Literal(step)))),
  message: Type.String(),
  reply: Nullable(Type.String()),
  to: Type.String(),
  duration_ms: Type.Integer({ minimum: 0 }),
});
export type MailTestResult = Static<typeof MailTestResult>;

/**
 * Emails that an operator gets. `available`: the installation can send mail. `reminders`: about
 * waiting chats, for administrators (CORE-035). `faults`: about failing endpoints, for
 * administrators and developers (CORE-112).
 */
export const MailPreferences = Type.Object({
  available: Type.Boolean(),
  offline: Type.Boolean(),
  missed: Type.Boolean(),
  reminders: Type.Boolean(),
  faults: Type.Boolean(),
});
export type MailPreferences = Static<typeof MailPreferences>;
/** If `reminders` or `faults` is absent, it stays unchanged. */
export const MailPreferencesPatch = Type.Object(
  {
    offline: Type.Boolean(),
    missed: Type.Boolean(),
    reminders: Type.Optional(Type.Boolean()),
    faults: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
export type MailPreferencesPatch = Static<typeof MailPreferencesPatch>;

import { Type, type Static } from "typebox";
import { Nullable } from "../../entity/index.ts";
import { mail } from "../../settings/kinds/mail.ts";
import { createFieldSchemas } from "./shapes/list-schemas.ts";

/**
 * Sending email from the installation (CFG-032, API-356), and the emails that an operator wants to
 * receive (API-211).
 */

const schemas = createFieldSchemas(mail.fields);
/** Outgoing mail server. The password is never returned. */
export const Mail = schemas.answer;
export type Mail = Static<typeof Mail>;
/** `mail` is null if no mail server is set up. */
export const MailState = Type.Object({ mail: Nullable(Mail), managed: Type.Boolean() });
export type MailState = Static<typeof MailState>;

export const MailFile = schemas.file;
export const NewMail = schemas.create;
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
/** `step`: the failed one, or `sent`. `reply`: the response of the mail server. */
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
 * Emails that an operator receives. `available`: the installation can send email. `reminders`:
 * about waiting chats, for administrators (CORE-035). `faults`: about failing endpoints, for
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
/** Changes of the preferences. An absent field stays unchanged. */
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

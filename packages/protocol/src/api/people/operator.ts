import { Type, type Static } from "typebox";
import { Page } from "../common.ts";
import { Id, Nullable, Operator, Role, Time } from "../../entity/index.ts";

/** Operators and their invitations (API-298). */

/**
 * The channels whose chats an operator answers: `all` of the account, also those that are added
 * later, or these (CORE-322).
 */
export const OperatorChannels = Type.Union([
  Type.Literal("all"),
  Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
]);
/** An operator with their departments and channels (CORE-003, CORE-023). */
export const OperatorEntry = Type.Object({
  ...Operator.properties,
  departments: Type.Array(Id),
  channels: OperatorChannels,
  /** When the invitation ends or ended. Absent once it is accepted (CORE-395). */
  invite_expires_at: Type.Optional(Time),
});
export type OperatorEntry = Static<typeof OperatorEntry>;
export const Operators = Page(OperatorEntry);

/** Lengths of texts of an operator, for the service API and the provisioning file. */
export const operatorTexts = {
  name: { minLength: 1, maxLength: 100 },
  phone: { maxLength: 64 },
} as const;

const settings = {
  name: Type.String(operatorTexts.name),
  email: Type.String({ minLength: 3, maxLength: 254 }),
  phone: Nullable(Type.String(operatorTexts.phone)),
  /** Public http(s) URL of the avatar. */
  photo: Nullable(Type.String({ maxLength: 2048 })),
  role: Role,
  /** Maximum number of simultaneous chats. 0 means no limit. */
  chat_limit: Type.Integer({ minimum: 0, maximum: 1000 }),
  departments: Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
  channels: OperatorChannels,
};
const password = Type.String({ minLength: 12, maxLength: 256 });

/**
 * A new operator. Without a password, the response contains an invitation link. The link is
 * returned only once.
 */
export const NewOperator = Type.Object(
  {
    name: settings.name,
    email: settings.email,
    role: settings.role,
    phone: Type.Optional(settings.phone),
    photo: Type.Optional(settings.photo),
    chat_limit: Type.Optional(settings.chat_limit),
    departments: Type.Optional(settings.departments),
    /** Without it, the operator answers no channel until one is added. */
    channels: Type.Optional(settings.channels),
    password: Type.Optional(password),
  },
  { additionalProperties: false },
);
export type NewOperator = Static<typeof NewOperator>;

/** Changes of an operator. `active: true` reactivates the operator. */
export const OperatorPatch = Type.Partial(
  Type.Object({ ...settings, active: Type.Literal(true) }),
  {
    additionalProperties: false,
    minProperties: 1,
  },
);
export type OperatorPatch = Static<typeof OperatorPatch>;

/**
 * Whether the link was also sent by email. Absent if sending email is not set up, or if this is a
 * repeated response.
 */
const MailOutcome = Type.Optional(Type.Object({ ok: Type.Boolean(), message: Type.String() }));
export const OperatorInvited = Type.Object({
  ...OperatorEntry.properties,
  invite_url: Type.Optional(Type.String()),
  mailed: MailOutcome,
});
export type OperatorInvited = Static<typeof OperatorInvited>;

/** A one-time link to set a new password. */
export const ResetLink = Type.Object({
  reset_url: Type.String(),
  expires_at: Time,
  mailed: MailOutcome,
});
export type ResetLink = Static<typeof ResetLink>;

/** Accepts an invitation or a reset link. This sets the password and ends all sessions. */
export const AcceptInvitation = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }), password },
  { additionalProperties: false },
);
export const InvitationAccepted = Type.Object({ email: Type.String() });

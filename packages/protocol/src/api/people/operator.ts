import { Type, type Static, type TObject, type TProperties } from "typebox";
import { customStatusProperties, Id, Presence, Time } from "../../entity/index.ts";
import { operator } from "../../settings/kinds/people/operator.ts";
import { EnvName, strictOptions } from "../settings/file-fields.ts";
import { DepartmentHours, WorkingHours } from "../settings/hours.ts";
import { createListSchemas } from "../settings/shapes/list-schemas.ts";

/** Operators and their invitations (API-298). */

/** `all` of the account, also those that are added later, or these (CORE-322). */
export const OperatorChannels = Type.Union([
  Type.Literal("all"),
  Type.Array(Id, { maxItems: 1000, uniqueItems: true }),
]);
/** The fields of operators are in `operator`. */
const schemas = createListSchemas(
  operator,
  {
    instance_owner: Type.Boolean(),
    presence: Presence,
    ...customStatusProperties,
    active: Type.Boolean(),
    answers_chats: Type.Boolean(),
    /** When the invitation ends or ended. Absent once it is accepted (CORE-395). */
    invite_expires_at: Type.Optional(Time),
  },
  {
    hours: { answer: DepartmentHours, sent: WorkingHours },
    channels: { answer: OperatorChannels, sent: OperatorChannels, file: Type.Literal("all") },
  },
);
/** An operator with their departments and channels (CORE-003, CORE-023). */
export const OperatorEntry = schemas.entity;
export const Operators = schemas.page;
export type OperatorEntry = Static<typeof OperatorEntry>;

const extend = (body: object, properties: TProperties) => ({
  ...(body as TObject).properties,
  ...properties,
});
const password = Type.String({ minLength: 12, maxLength: 256 });

/** Without a password, the response contains an invitation link, only once. */
export const NewOperator = Type.Unsafe<Static<typeof schemas.create> & { password?: string }>(
  Type.Object(extend(schemas.create, { password: Type.Optional(password) }), strictOptions),
);
export type NewOperator = Static<typeof NewOperator>;

/** Changes of an operator. `active: true` reactivates the operator. */
export const OperatorPatch = Type.Unsafe<Static<typeof schemas.patch> & { active?: true }>(
  Type.Partial(Type.Object(extend(schemas.patch, { active: Type.Literal(true) })), {
    ...strictOptions,
    minProperties: 1,
  }),
);
export type OperatorPatch = Static<typeof OperatorPatch>;

/** An operator of the provisioning file (CFG-025). */
export const OperatorConfigFile = Type.Unsafe<
  Static<typeof schemas.file> & {
    password?: string;
    password_env?: string;
    reactivate?: boolean;
  }
>(
  Type.Object(
    extend(schemas.file, {
      password: Type.Optional(password),
      password_env: Type.Optional(EnvName),
      reactivate: Type.Optional(Type.Boolean()),
    }),
    strictOptions,
  ),
);
export type OperatorConfigFile = Static<typeof OperatorConfigFile>;

/** Whether the link was mailed. Absent without a mail server, and in a repeated response. */
const MailOutcome = Type.Optional(Type.Object({ ok: Type.Boolean(), message: Type.String() }));
export const OperatorInvited = Type.Unsafe<
  OperatorEntry & { invite_url?: string; mailed?: Static<typeof MailOutcome> }
>(
  Type.Object(
    extend(OperatorEntry, { invite_url: Type.Optional(Type.String()), mailed: MailOutcome }),
  ),
);
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

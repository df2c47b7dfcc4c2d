import { Type, type Static } from "typebox";
import { actions, type Action } from "../permissions.ts";
import { Id, Nullable, Time } from "./scalar.ts";

/** Operators (API-012), and references to them by id and name. */

export const Role = Type.Union([
  Type.Literal("owner"),
  Type.Literal("admin"),
  Type.Literal("developer"),
  Type.Literal("operator"),
  Type.Literal("viewer"),
]);
export type Role = Static<typeof Role>;

/** Languages of the operator application and of emails to operators. */
export const InterfaceLanguage = Type.Union([Type.Literal("en"), Type.Literal("ru")]);
export const Presence = Type.Union([
  Type.Literal("online"),
  Type.Literal("away"),
  Type.Literal("offline"),
]);
export type Presence = Static<typeof Presence>;

export const NamedRef = Type.Object({ id: Id, name: Type.String() });
export type NamedRef = Static<typeof NamedRef>;

/** What operators with a status of the account have besides their presence (STATUS-003). */
export const customStatusProperties = {
  /** Absent: they have none. */
  status_id: Type.Optional(Id),
  /** When the operator is online again. null: when they change it. */
  status_until: Type.Optional(Nullable(Time)),
  status_comment: Type.Optional(Nullable(Type.String())),
};

/** Name of a permission (CORE-001). */
export const Permission = Type.Unsafe<Action>({ type: "string", enum: [...actions] });
export type Permission = Static<typeof Permission>;

/** An operator (API-012). */
export const Operator = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  phone: Nullable(Type.String()),
  photo: Nullable(Type.String()),
  role: Role,
  /** The custom role, which is based on `role`. null: none (ROLE-006). */
  custom_role_id: Nullable(Id),
  instance_owner: Type.Boolean(),
  presence: Presence,
  ...customStatusProperties,
  active: Type.Boolean(),
  chat_limit: Type.Integer({ minimum: 0 }),
  created_at: Time,
  /** Whether the provisioning file manages this operator (CFG-025). */
  managed: Type.Boolean(),
  answers_chats: Type.Boolean(),
  /** The permissions of their role. Only of the signed-in operator (ROLE-003). */
  permissions: Type.Optional(Type.Array(Permission)),
  /** Public address of the installation (CFG-002). Only of the signed-in operator. */
  public_url: Type.Optional(Type.String()),
});
export type Operator = Static<typeof Operator>;

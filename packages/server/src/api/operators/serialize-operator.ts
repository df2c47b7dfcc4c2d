import type { Operator, Presence } from "@parlour/protocol";
import { actions, type Auth } from "../../auth/index.ts";
import { isActionOfRole } from "../../core/operator/role.ts";
import type { BaseUrls } from "../kit/route-deps.ts";
import type { OperatorRecord } from "../../store/settings/account/operator.ts";

/** What {@link loadSignedInOperator} reads. */
export interface ProfileSource {
  readonly auth: Auth;
  readonly presence: { of(account: number, operatorId: number): Presence };
  readonly urls: BaseUrls;
}

/** Loads the signed-in operator, with what only they see (ROLE-003, API-012). */
export async function loadSignedInOperator(
  { auth, presence, urls }: ProfileSource,
  { accountId, operatorId }: { readonly accountId: number; readonly operatorId: number },
): Promise<Operator> {
  const row = await auth.profile(accountId, operatorId);
  return {
    ...serializeOperator(row, presence.of(accountId, operatorId)),
    permissions: actions.filter((action) => isActionOfRole(row, action)),
    public_url: urls.publicUrl(),
  };
}

/** Serializes an operator with their presence. Departments are added where the API shows them. */
export const serializeOperator = (row: OperatorRecord, presence: Presence): Operator => ({
  id: row.id,
  name: row.name,
  email: row.email,
  phone: row.phone,
  photo: row.photo,
  role: row.role,
  custom_role_id: row.customRole?.id ?? null,
  instance_owner: row.instanceOwner,
  presence,
  active: row.active,
  chat_limit: row.chatLimit,
  created_at: row.createdAt,
  managed: row.managed,
  answers_chats: isActionOfRole(row, "chats.answer"),
});

import type { OperatorEntry, OperatorInvited } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { isJsonObject } from "../../http/body/json.ts";
import { rejectValue, ScimError } from "./errors.ts";
import { isSameText, type Comparable, type ScimResource } from "./list.ts";
import { toExternalId, toText, toTruthValue, type AttributeChange } from "./patch.ts";
import { readAll, type ScimContext } from "./scim-context.ts";

export const userSchema = "urn:ietf:params:scim:schemas:core:2.0:User";
/** Roles that an identity provider may give. It cannot make owners (SSO-025). */
const roles = ["admin", "developer", "operator", "viewer"] as const;
type GivenRole = (typeof roles)[number];
/** Role of a person for whom the identity provider names none. */
const defaultRole: GivenRole = "operator";

/** What a request sets of a user. Absent fields do not change. */
interface UserChange {
  email?: string;
  /** Primary address of `emails`. Parlour has one address, `userName`, and stores no other. */
  listedEmail?: string | undefined;
  name?: string;
  active?: boolean;
  role?: GivenRole | "owner";
  externalId?: string | null;
}

/** An operator, and what the identity provider stores about them here. */
interface User {
  readonly operator: OperatorEntry;
  readonly externalId: string | null;
}

/** Attributes of users that a filter may compare. */
export const comparableUserFields: Comparable = {
  username: (user, value) => isSameText(user["userName"], value),
  "emails.value": (user, value) => isSameText(user["userName"], value),
  displayname: (user, value) => isSameText(user["displayName"], value),
  externalid: (user, value) => user["externalId"] === value,
  id: (user, value) => user["id"] === value,
  active: (user, value) => user["active"] === value,
};

/** Returns the operators that a provider may see: all but those that it deleted (SSO-024). */
async function loadUsers(context: ScimContext): Promise<readonly User[]> {
  const [operators, stored] = await Promise.all([
    readAll<OperatorEntry>(context.api, "/operators"),
    context.resources.read("user"),
  ]);
  return operators.flatMap((operator) => {
    const resource = stored.get(operator.id);
    if (resource?.isDeleted === true && !operator.active) return [];
    return [{ operator, externalId: resource?.externalId ?? null }];
  });
}

export async function listUsers(context: ScimContext): Promise<readonly ScimResource[]> {
  return (await loadUsers(context)).map((user) => serializeUser(context, user));
}

async function loadUser(context: ScimContext, id: string): Promise<User> {
  const user = (await loadUsers(context)).find(({ operator }) => String(operator.id) === id);
  if (user === undefined) throw new ScimError(404, null, `There is no user ${id}.`);
  return user;
}

export async function readUser(context: ScimContext, id: string): Promise<ScimResource> {
  return serializeUser(context, await loadUser(context, id));
}

/**
 * Creates an operator. If the provider deleted the same address before, that operator is active
 * again, so that their chats stay theirs.
 */
export async function createUser(
  context: ScimContext,
  changes: readonly AttributeChange[],
): Promise<ScimResource> {
  const change = parseUserChange(changes);
  const { email, active = true, externalId } = change;
  if (email === undefined) return rejectValue("userName is missing. It must be an email address.");
  const role = change.role ?? defaultRole;
  if (role === "owner") return refuseOwner();
  const name = change.name ?? email.slice(0, email.indexOf("@"));
  const former = await findDeletedOperator(context, email);
  if (former === null) {
    const { id } = await context.api.send<OperatorInvited>("POST", "/operators", {
      email,
      name,
      role,
    });
    await context.resources.write("user", id, { externalId: externalId ?? null });
    if (!active) await context.api.delete(`/operators/${id}`);
    return readUser(context, String(id));
  }
  await context.api.send("PATCH", `/operators/${former.id}`, {
    name,
    ...omitAbsent({
      role: former.role === "owner" ? undefined : role,
      active: active ? true : undefined,
    }),
  });
  await context.resources.write("user", former.id, { externalId: externalId ?? null });
  return readUser(context, String(former.id));
}

async function findDeletedOperator(
  context: ScimContext,
  email: string,
): Promise<OperatorEntry | null> {
  const stored = await context.resources.read("user");
  const operators = await readAll<OperatorEntry>(context.api, "/operators");
  const former = operators.find((operator) => isSameText(operator.email, email));
  return former?.active === false && stored.get(former.id)?.isDeleted === true ? former : null;
}

/** Changes an operator. Only what differs is written, so a repeat adds nothing to the audit log. */
export async function changeUser(
  context: ScimContext,
  id: string,
  changes: readonly AttributeChange[],
): Promise<ScimResource> {
  const { operator, externalId } = await loadUser(context, id);
  const change = parseUserChange(changes);
  const role = change.role === operator.role ? undefined : change.role;
  if (role === "owner" || (operator.role === "owner" && changesAccess(operator, change)))
    refuseOwner();
  const isDeactivated = change.active === false && operator.active;
  if (isDeactivated && operator.id === context.actsAs)
    throw new ScimError(
      409,
      "mutability",
      "The SCIM token acts as this person. Create a token as another owner first.",
    );
  const fields = omitAbsent({
    email: change.email === operator.email ? undefined : change.email,
    name: change.name === operator.name ? undefined : change.name,
    role,
    active: change.active === true && !operator.active ? true : undefined,
  });
  const path = `/operators/${operator.id}`;
  if (Object.keys(fields).length > 0) await context.api.send("PATCH", path, fields);
  if (isDeactivated) await context.api.delete(path);
  if (change.externalId !== undefined && change.externalId !== externalId)
    await context.resources.write("user", operator.id, { externalId: change.externalId });
  return readUser(context, id);
}

/** Returns whether a change concerns how a person signs in, or whether and as what they may. */
const changesAccess = (operator: OperatorEntry, change: UserChange): boolean =>
  [change.email, change.listedEmail].some(
    (email) => email !== undefined && !isSameText(email, operator.email),
  ) ||
  (change.role !== undefined && change.role !== operator.role) ||
  (change.active !== undefined && change.active !== operator.active);

/** Deactivates an operator. The provider does not see them any more, chats and reports do. */
export async function deleteUser(context: ScimContext, id: string): Promise<void> {
  const { operator } = await loadUser(context, id);
  if (operator.role === "owner") refuseOwner();
  await changeUser(context, id, [
    { operation: "replace", name: "active", filter: null, part: null, value: false },
  ]);
  await context.resources.write("user", operator.id, { externalId: null, isDeleted: true });
}

const refuseOwner = (): never => {
  throw new ScimError(
    403,
    null,
    "Address, role and state of an owner are changed in Parlour, not by the identity provider.",
  );
};

function parseUserChange(changes: readonly AttributeChange[]): UserChange {
  const change: UserChange = {};
  // `displayName` is the name as the person shows it, so it counts more than its parts.
  let displayName: string | undefined;
  for (const { operation, name, filter, part, value } of changes) {
    const isRemoved = operation === "remove";
    if (name === "username" && !isRemoved) change.email = parseEmail(value);
    else if (name === "emails" && !isRemoved)
      change.listedEmail = parsePrimary(filter, part, value);
    else if (name === "displayname" && !isRemoved) displayName = toText(value);
    else if (name === "name" && !isRemoved) change.name = parseName(part, value) ?? change.name!;
    else if (name === "active" && !isRemoved) change.active = toTruthValue(value);
    else if (name === "externalid") change.externalId = isRemoved ? null : toExternalId(value);
    else if (name === "roles") change.role = isRemoved ? defaultRole : parseRole(value);
  }
  const shownName = displayName || change.name;
  delete change.name;
  if (shownName) change.name = shownName.slice(0, 100);
  return change;
}

function parseEmail(value: unknown): string {
  const email = toText(value) ?? "";
  return /^[^\s@]+@[^\s@]+$/.test(email)
    ? email
    : rejectValue("userName must be an email address. Map the email to userName.");
}

/** Returns the address of `emails` that providers mean by the email of a person. */
function parsePrimary(
  filter: string | null,
  part: string | null,
  value: unknown,
): string | undefined {
  if (part !== null || filter !== null) {
    const isOther = filter !== null && !/\b(work|primary)\b/i.test(filter);
    return isOther || (part !== null && part.toLowerCase() !== "value")
      ? undefined
      : toText(isJsonObject(value) ? value["value"] : value);
  }
  const items = (Array.isArray(value) ? value : [value]) as readonly unknown[];
  // Some providers send `"True"`.
  const isTrue = (flag: unknown): boolean =>
    flag === true || (typeof flag === "string" && flag.toLowerCase() === "true");
  const isPrimary = (item: unknown): boolean => isJsonObject(item) && isTrue(item["primary"]);
  const primary = items.find(isPrimary) ?? items[0];
  return toText(isJsonObject(primary) ? primary["value"] : primary);
}

/** Returns the name of `name`, or undefined if the request has only one part of it. */
function parseName(part: string | null, value: unknown): string | undefined {
  if (part !== null) return part.toLowerCase() === "formatted" ? toText(value) : undefined;
  if (!isJsonObject(value)) return undefined;
  const formatted = toText(value["formatted"]);
  const parts = [toText(value["givenName"]), toText(value["familyName"])];
  return formatted || (parts.every(Boolean) ? parts.join(" ") : undefined);
}

/** Returns the first role that Parlour knows. Providers send a text, an object or a list. */
function parseRole(value: unknown): GivenRole | "owner" {
  const values = (Array.isArray(value) ? value : [value]).map((item) =>
    (toText(isJsonObject(item) ? item["value"] : item) ?? "").toLowerCase(),
  );
  if (values.length === 0) return defaultRole;
  return (
    ([...roles, "owner"] as const).find((role) => values.includes(role)) ??
    rejectValue(`roles must have one of ${roles.join(", ")} as its value.`)
  );
}

function serializeUser({ baseUrl }: ScimContext, { operator, externalId }: User): ScimResource {
  const { id, email, name, active, role } = operator;
  return {
    schemas: [userSchema],
    id: String(id),
    externalId: externalId ?? undefined,
    userName: email,
    displayName: name,
    name: { formatted: name },
    active,
    emails: [{ value: email, type: "work", primary: true }],
    roles: [{ value: role, primary: true }],
    meta: {
      resourceType: "User",
      created: operator.created_at,
      location: `${baseUrl}/Users/${id}`,
    },
  };
}

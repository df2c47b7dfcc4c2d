import type { Department, OperatorEntry } from "@parlour/protocol/api";
import { isJsonObject } from "../../http/body/json.ts";
import { rejectValue, ScimError } from "./errors.ts";
import { isSameText, type Comparable, type ScimResource } from "./list.ts";
import { toExternalId, toText, type AttributeChange } from "./patch.ts";
import { readAll, type ScimContext } from "./scim-context.ts";

export const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** A department as the service API returns it. */
interface DepartmentEntry {
  readonly id: number;
  readonly name: string;
}
/** A department with all its operators, also deactivated ones. */
interface Group {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
  readonly members: readonly OperatorEntry[];
}

const hasMember = (group: ScimResource, value: string | boolean): boolean =>
  (group["members"] as readonly { value: string }[]).some((member) => member.value === value);

/** Attributes of groups that a filter may compare. */
export const comparableGroupFields: Comparable = {
  displayname: (group, value) => isSameText(group["displayName"], value),
  externalid: (group, value) => group["externalId"] === value,
  id: (group, value) => group["id"] === value,
  members: hasMember,
  "members.value": hasMember,
};

async function loadGroups(context: ScimContext): Promise<readonly Group[]> {
  const [departments, operators, stored] = await Promise.all([
    readAll<DepartmentEntry>(context.api, "/departments"),
    readAll<OperatorEntry>(context.api, "/operators"),
    context.resources.read("group"),
  ]);
  return departments.map(({ id, name }) => ({
    id,
    name,
    externalId: stored.get(id)?.externalId ?? null,
    members: operators.filter((operator) => operator.departments.includes(id)),
  }));
}

export async function listGroups(context: ScimContext): Promise<readonly ScimResource[]> {
  return (await loadGroups(context)).map((group) => serializeGroup(context, group));
}

async function loadGroup(context: ScimContext, id: string): Promise<Group> {
  const group = (await loadGroups(context)).find((candidate) => String(candidate.id) === id);
  if (group === undefined) throw new ScimError(404, null, `There is no group ${id}.`);
  return group;
}

export async function readGroup(context: ScimContext, id: string): Promise<ScimResource> {
  return serializeGroup(context, await loadGroup(context, id));
}

export async function createGroup(
  context: ScimContext,
  changes: readonly AttributeChange[],
): Promise<ScimResource> {
  const { name, externalId = null, members } = applyGroupChanges(changes, []);
  if (name === undefined) return rejectValue("displayName is missing.");
  const operators = await findMembers(context, [...members]);
  const { id } = await context.api.send<Department>("POST", "/departments", { name });
  if (externalId !== null) await context.resources.write("group", id, { externalId });
  for (const operator of operators)
    await setDepartments(context, operator, [...operator.departments, id]);
  return readGroup(context, String(id));
}

/** Returns these operators. Refuses an id that is no operator of the account. */
async function findMembers(
  { api }: ScimContext,
  ids: readonly number[],
): Promise<readonly OperatorEntry[]> {
  if (ids.length === 0) return [];
  const operators = await readAll<OperatorEntry>(api, "/operators");
  return ids.map(
    (id) => operators.find((operator) => operator.id === id) ?? rejectValue(`${id} is not a user.`),
  );
}

/**
 * Changes the departments of a member. Those of a deactivated one too: they are a member again when
 * they are active again. A department as a whole accepts active operators only.
 */
const setDepartments = (
  { api }: ScimContext,
  { id }: OperatorEntry,
  departments: readonly number[],
): Promise<unknown> => api.send("PATCH", `/operators/${id}`, { departments });

/** Changes a department. Only what differs is written. */
export async function changeGroup(
  context: ScimContext,
  id: string,
  changes: readonly AttributeChange[],
): Promise<ScimResource> {
  const before = await loadGroup(context, id);
  const earlier = before.members.map((member) => member.id);
  const { name, externalId, members } = applyGroupChanges(changes, earlier);
  const added = await findMembers(
    context,
    [...members].filter((member) => !earlier.includes(member)),
  );
  if (name !== undefined && name !== before.name)
    await context.api.send("PATCH", `/departments/${before.id}`, { name });
  for (const operator of added)
    await setDepartments(context, operator, [...operator.departments, before.id]);
  for (const operator of before.members.filter((member) => !members.has(member.id)))
    await setDepartments(
      context,
      operator,
      operator.departments.filter((department) => department !== before.id),
    );
  if (externalId !== undefined && externalId !== before.externalId)
    await context.resources.write("group", before.id, { externalId });
  return readGroup(context, id);
}

export async function deleteGroup(context: ScimContext, id: string): Promise<void> {
  const group = await loadGroup(context, id);
  await context.api.delete(`/departments/${group.id}`);
  await context.resources.write("group", group.id, { externalId: null });
}

interface GroupChange {
  readonly name?: string;
  readonly externalId?: string | null;
  readonly members: ReadonlySet<number>;
}

function applyGroupChanges(
  changes: readonly AttributeChange[],
  earlier: readonly number[],
): GroupChange {
  let members = new Set(earlier);
  let change: Omit<GroupChange, "members"> = {};
  for (const { operation, name, filter, value } of changes) {
    if (name === "displayname" && operation !== "remove")
      change = { ...change, name: toText(value) || rejectValue("displayName is empty.") };
    else if (name === "externalid")
      change = { ...change, externalId: operation === "remove" ? null : toExternalId(value) };
    else if (name === "members") {
      const ids = filter === null ? parseMembers(value) : [parseMemberFilter(filter)];
      if (operation === "add") for (const id of ids) members.add(id);
      else if (operation === "replace") members = new Set(ids);
      else if (filter === null && value === undefined) members.clear();
      else for (const id of ids) members.delete(id);
    }
  }
  return { ...change, members };
}

const parseMembers = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).map(
    (member: unknown) => parseMemberId(isJsonObject(member) ? member["value"] : member),
  );

/** `members[value eq "12"]`, as Okta and Entra remove a member. */
function parseMemberFilter(filter: string): number {
  const match = /^\s*value\s+eq\s+"([^"]*)"\s*$/i.exec(filter);
  if (match === null)
    throw new ScimError(400, "invalidPath", `The path members[${filter}] is not supported.`);
  return parseMemberId(match[1]);
}

function parseMemberId(value: unknown): number {
  const text = typeof value === "number" ? String(value) : (toText(value) ?? "");
  const id = /^\d+$/.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0
    ? id
    : rejectValue(`${text.slice(0, 100) || "A member without a value"} is not a user.`);
}

function serializeGroup({ baseUrl }: ScimContext, group: Group): ScimResource {
  const { id, name, externalId, members } = group;
  return {
    schemas: [groupSchema],
    id: String(id),
    externalId: externalId ?? undefined,
    displayName: name,
    members: members.map((member) => ({
      value: String(member.id),
      display: member.name,
      $ref: `${baseUrl}/Users/${member.id}`,
    })),
    meta: { resourceType: "Group", location: `${baseUrl}/Groups/${id}` },
  };
}

import { actions, baseRoles } from "@parlour/protocol/permissions";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

let service: ServiceApi;
let acme: TestAccount;
let other: TestAccount;
beforeAll(async () => {
  service = await startServiceApi({ consumers: "on" });
  acme = await service.createAccount("acme");
  other = await service.createAccount("other");
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const role of baseRoles) await assign(acme.ids[role], { role });
  await service.db.query("delete from custom_role");
});

const call = (method: string, path: string, body?: object, key = acme.keys.owner) =>
  service.call(method, path, { key, body });
const addRole = async (body: object): Promise<number> => {
  const created = await call("POST", "/roles", { name: "Team lead", ...body });
  expect(created.status).toBe(201);
  return created.body.id;
};
const assign = (operator: number, body: object, key?: string) =>
  call("PATCH", `/operators/${operator}`, body, key);

describe("roles", () => {
  it("[ROLE-001] are created, read, changed and deleted", async () => {
    const created = await call("POST", "/roles", { name: " Team lead " });
    const now = new Date(service.clock.now()).toISOString();
    expect(created.body).toEqual({
      id: created.body.id,
      name: "Team lead",
      base: "operator",
      permissions: [],
      created_at: now,
      managed: false,
    });
    const path = `/roles/${created.body.id}`;
    const body = { name: "Lead", base: "viewer", permissions: ["audit.read"] };
    expect((await call("PATCH", path, body)).body).toMatchObject(body);
    expect((await call("POST", "/roles", { name: "LEAD" })).body.error.code).toBe("name_taken");
    expect((await call("GET", path, undefined, other.keys.owner)).status).toBe(404);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
  });

  it("[ROLE-002] cannot add what only owners and the installation have", async () => {
    for (const permission of ["operators.owners", "instance.manage", "chats.delete"]) {
      const { status, body } = await call("POST", "/roles", {
        name: "Boss",
        permissions: [permission],
      });
      expect([status, body.error.code]).toEqual([400, "invalid_request"]);
      expect(body.error.field).toContain("permissions");
    }
    expect((await call("POST", "/roles", { name: "Boss", base: "admin" })).body.error.field).toBe(
      "base",
    );
  });

  it("[ROLE-003] the list has the built-in roles, and the profile its permissions", async () => {
    const id = await addRole({ permissions: ["reports.read"] });
    const { body } = await call("GET", "/roles");
    expect(body.items.map((role: { id: number }) => role.id)).toEqual([id]);
    const operator = body.built_in.find(({ role }: { role: string }) => role === "operator");
    await assign(acme.ids.operator, { custom_role_id: id });
    const me = await call("GET", "/me", undefined, acme.keys.operator);
    expect(me.body.permissions).toEqual(
      actions.filter(
        (action) => operator.permissions.includes(action) || action === "reports.read",
      ),
    );
    expect(me.body).toMatchObject({ role: "operator", custom_role_id: id, answers_chats: true });
  });

  it("[ROLE-004] a viewer who may answer chats gets them", async () => {
    const id = await addRole({ base: "viewer", permissions: ["chats.answer"] });
    const assigned = await assign(acme.ids.viewer, { custom_role_id: id, channels: "all" });
    expect(assigned.body).toMatchObject({ role: "viewer", answers_chats: true });
    const channel = await call("POST", "/channels", {
      kind: "api",
      name: "Shop",
      endpoint_url: "https://shop.example/in",
      operators: [acme.ids.viewer],
    });
    const chat = await service.sendCustomerMessage(acme.id, channel.body.id, "1", "Hi");
    await service.setPresence([acme.keys.viewer, "online"]);
    const accepted = await call("POST", `/chats/${chat}/accept`, {}, acme.keys.viewer);
    expect(accepted.status).toBe(200);
    await call("PATCH", `/roles/${id}`, { permissions: [] });
    await service.settle();
    const { body } = await call("GET", `/chats/${chat}`);
    expect([body.state, body.assignee]).toEqual(["waiting", null]);
    await service.endPresence();
  });

  it("[ROLE-005] nobody grants a permission that they lack", async () => {
    const id = await addRole({ permissions: ["operators.manage"] });
    await assign(acme.ids.operator, { custom_role_id: id });
    const lead = acme.keys.operator;
    const refused = await call(
      "POST",
      "/roles",
      { name: "Spy", permissions: ["audit.read"] },
      lead,
    );
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining("audit.read"),
    ]);
    const spy = await addRole({ name: "Spy", permissions: ["audit.read"] });
    for (const answer of [
      await assign(acme.ids.operator, { custom_role_id: spy }, lead),
      await call("PATCH", `/roles/${spy}`, { permissions: [] }, lead),
      await call("PATCH", `/roles/${id}`, { permissions: ["data.manage"] }, lead),
      await call("DELETE", `/roles/${spy}`, undefined, lead),
      await call("POST", `/operators/${acme.ids.admin}/reset`, {}, lead),
    ])
      expect(answer.status).toBe(403);
  });

  it("[ROLE-006] an operator has the base of their custom role", async () => {
    const id = await addRole({ base: "viewer", permissions: ["audit.read"] });
    const { operator } = acme.ids;
    const conflict = await assign(operator, { role: "operator", custom_role_id: id });
    expect(conflict.body.error.field).toBe("role");
    const foreign = await call("POST", "/roles", { name: "X" }, other.keys.owner);
    const unknown = await assign(operator, { custom_role_id: foreign.body.id });
    expect([unknown.status, unknown.body.error.field]).toEqual([400, "custom_role_id"]);
    const assigned = await assign(operator, { custom_role_id: id });
    expect(assigned.body).toMatchObject({ role: "viewer", custom_role_id: id });
    const renamed = await assign(operator, { name: "Bo" });
    expect(renamed.body).toMatchObject({ role: "viewer", custom_role_id: id });
    expect((await assign(operator, { role: "viewer" })).body.custom_role_id).toBeNull();
    await assign(operator, { custom_role_id: id });
    expect((await assign(operator, { custom_role_id: null })).body).toMatchObject({
      role: "viewer",
      custom_role_id: null,
    });
  });

  it("[ROLE-007] changed permissions apply to open sockets and to keys", async () => {
    const id = await addRole({ permissions: ["audit.read"] });
    await assign(acme.ids.operator, { custom_role_id: id });
    const read = async () => (await call("GET", "/audit", undefined, acme.keys.operator)).status;
    expect(await read()).toBe(200);
    await call("PATCH", `/roles/${id}`, { permissions: ["reports.read"] });
    await service.settle();
    expect(await read()).toBe(403);
  });

  it("[ROLE-007] a new base is the new role of the operators", async () => {
    const id = await addRole({ permissions: ["audit.read"] });
    await assign(acme.ids.operator, { custom_role_id: id });
    await service.db.query(
      "insert into session (token_hash, account_id, operator_id, created_at, last_seen_at, idle_expires_at, absolute_expires_at, method, strong, address, user_agent, browser) values ('\\x01', $1, $2, now(), now(), now() + interval '1 year', now() + interval '1 year', 'password', false, '', '', gen_random_uuid())",
      [acme.id, acme.ids.operator],
    );
    const countSessions = async () =>
      (await service.db.query("select from session where operator_id = $1", [acme.ids.operator]))
        .length;
    await call("PATCH", `/roles/${id}`, { permissions: [] });
    expect(await countSessions()).toBe(1);
    await call("PATCH", `/roles/${id}`, { base: "viewer" });
    expect(await countSessions()).toBe(0);
    expect((await call("GET", `/operators/${acme.ids.operator}`)).body.role).toBe("viewer");
  });

  it("[ROLE-008] a role that operators have stays", async () => {
    const id = await addRole({});
    await assign(acme.ids.operator, { custom_role_id: id, name: "Bo" });
    const { status, body } = await call("DELETE", `/roles/${id}`);
    expect([status, body.error.code]).toEqual([409, "in_use"]);
    expect(body.error.message).toContain("Bo");
  });
});

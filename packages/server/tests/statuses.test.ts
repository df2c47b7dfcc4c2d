import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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
beforeEach(() => service.db.query("delete from operator_status"));

const call = (method: string, path: string, body?: object, key = acme.keys.owner) =>
  service.call(method, path, { key, body });
const addStatus = async (body: object): Promise<number> => {
  const created = await call("POST", "/statuses", { name: "Lunch", ...body });
  expect(created.status).toBe(201);
  return created.body.id;
};
const choose = (body: object) => call("PUT", "/me/presence", body, acme.keys.operator);
const toIso = (ms: number): string => new Date(ms).toISOString();
const noStatus = (answer: { body: object }): boolean => !("status_id" in answer.body);

it("[STATUS-001] statuses are created, read, changed and deleted", async () => {
  const created = await call("POST", "/statuses", { name: "Lunch", emoji: "🍜" });
  expect(created.body).toEqual({
    id: created.body.id,
    name: "Lunch",
    emoji: "🍜",
    counts_as: "away",
    ends_after_s: null,
    ends_at: null,
    created_at: toIso(service.clock.now()),
    managed: false,
  });
  const path = `/statuses/${created.body.id}`;
  const body = { name: "Email only", counts_as: "online", ends_at: "17:00" };
  expect((await call("PATCH", path, body)).body).toMatchObject(body);
  expect((await call("GET", path, undefined, acme.keys.viewer)).body).toMatchObject(body);
  expect((await call("PATCH", path, { name: "Lunch" }, acme.keys.operator)).status).toBe(403);
  expect((await call("GET", path, undefined, other.keys.owner)).status).toBe(404);
  expect((await call("POST", "/statuses", { name: "EMAIL ONLY" })).body.error.code).toBe(
    "name_taken",
  );
  expect((await call("DELETE", path)).status).toBe(204);
});

it.each([
  [{ name: "n".repeat(41) }, "name"],
  [{ emoji: " " }, "emoji"],
  [{ counts_as: "offline" }, "counts_as"],
  [{ ends_after_s: 59 }, "ends_after_s"],
  [{ ends_at: "24:00" }, "ends_at"],
  [{ ends_at: "14:00", ends_after_s: 60 }, "ends_at"],
])("[STATUS-001] %j is refused", async (body, field) => {
  const { status, body: answer } = await call("POST", "/statuses", { name: "Lunch", ...body });
  expect([status, answer.error.field]).toEqual([400, field]);
});

it("[STATUS-002] [STATUS-003] [STATUS-004] a chosen status has its presence, is seen by all, and ends", async () => {
  await service.setPresence([acme.keys.operator, "online"]);
  const id = await addStatus({ ends_after_s: 2700 });
  const watcher = await service.connect({ key: acme.keys.owner });
  const now = service.clock.now();
  const chosen = {
    status_id: id,
    status_until: toIso(now + 2_700_000),
    status_comment: "Back by one",
  };
  const answer = await choose({ status_id: id, status_comment: " Back by one " });
  expect(answer.body).toMatchObject({ presence: "away", ...chosen });
  const frame = { type: "presence", operator_id: acme.ids.operator };
  const isFrame = (one: object): boolean => "operator_id" in one && "status" in one;
  expect(await watcher.next(isFrame)).toEqual({ ...frame, status: "away", ...chosen });
  const late = await service.connect({ key: acme.keys.viewer });
  expect(late.frames[0]?.["presence"]).toContainEqual({
    operator_id: acme.ids.operator,
    status: "away",
    ...chosen,
  });
  const path = `/operators/${acme.ids.operator}`;
  expect((await call("GET", path)).body).toMatchObject({ presence: "away", ...chosen });
  const before = watcher.frames.length;
  await service.clock.advance(2_699_000);
  expect((await call("GET", path)).body).toMatchObject(chosen);
  await service.clock.advance(1_000);
  expect(await watcher.next(isFrame, before)).toEqual({ ...frame, status: "online" });
  expect(noStatus(await call("GET", path))).toBe(true);
  await service.endPresence();
});

it("[STATUS-002] the end can be given, left open, or be the next time of day of the account", async () => {
  await service.setPresence([acme.keys.operator, "online"]);
  await call("PATCH", "/working-hours", { timezone: "Europe/Paris", week: {} });
  const id = await addStatus({ ends_at: "17:00" });
  const read = async (body: object) => (await choose({ status_id: id, ...body })).body.status_until;
  const until = toIso(service.clock.now() + 60_000);
  expect(await read({ status_until: until })).toBe(until);
  expect(await read({ status_until: null })).toBeNull();
  expect(await read({})).toMatch(/T1[56]:00:00\.000Z$/);
  await service.endPresence();
});

it("[STATUS-002] what names no status, no presence or both, or ends in the past is refused", async () => {
  const id = await addStatus({});
  const foreign = await call("POST", "/statuses", { name: "Theirs" }, other.keys.owner);
  const refused: readonly (readonly [object, string])[] = [
    [{}, "status"],
    [{ status: "away", status_id: id }, "status_id"],
    [{ status: "away", status_until: null }, "status_until"],
    [{ status: "away", status_comment: "x" }, "status_comment"],
    [{ status_id: foreign.body.id }, "status_id"],
    [{ status_id: id, status_until: toIso(service.clock.now()) }, "status_until"],
    [{ status_id: id, status_until: "2099-01-01T00:00:00Z" }, "status_until"],
    [{ status_id: id, status_until: "soon" }, "status_until"],
  ];
  for (const [body, field] of refused) {
    const { status, body: answer } = await choose(body);
    expect([status, answer.error.code, answer.error.field]).toEqual([
      400,
      "invalid_request",
      field,
    ]);
  }
});

it("[STATUS-005] [STATUS-006] another choice replaces a status; a deleted one leaves presence and end", async () => {
  await service.setPresence([acme.keys.operator, "online"]);
  const id = await addStatus({ ends_after_s: 60 });
  await choose({ status_id: id });
  const plain = await choose({ status: "away" });
  expect([plain.body.presence, noStatus(plain)]).toEqual(["away", true]);
  await choose({ status_id: id });
  expect((await call("DELETE", `/statuses/${id}`)).status).toBe(204);
  const read = async () => (await call("GET", `/operators/${acme.ids.operator}`)).body.presence;
  expect(await read()).toBe("away");
  await service.clock.advance(60_000);
  expect(await read()).toBe("online");
  await service.endPresence();
});

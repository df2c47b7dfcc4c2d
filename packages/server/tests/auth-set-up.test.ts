import { afterEach, beforeEach, expect, test } from "vitest";
import { openRealtimeFixture, type RealtimeFixture } from "./realtime-fixture.ts";

let fixture: RealtimeFixture;
const announced: [number, number][] = [];
beforeEach(async () => {
  announced.length = 0;
  fixture = await openRealtimeFixture({
    announce: (account, operatorId) => {
      announced.push([account, operatorId]);
      return Promise.resolve();
    },
  });
});
afterEach(() => fixture.close());

const setUpBody = (token: string, more: object = {}): object => ({
  token,
  name: "Ann",
  email: "ann@example.test",
  password: "correct horse battery staple",
  account: "Acme",
  ...more,
});
const postSetUp = (token: string, more: object = {}): Promise<Response> =>
  fixture.request("POST", "/setup", { body: setUpBody(token, more) });
async function readError(
  answer: Response,
): Promise<{ status: number; code: string; field?: string }> {
  const { error } = (await answer.json()) as { error: { code: string; field?: string } };
  return { status: answer.status, ...error };
}

test("[API-007] the link's token makes the first account and its owner once and signs him in", async () => {
  expect(await (await fixture.request("GET", "/setup")).json()).toEqual({ needed: true });
  const token = (await fixture.auth.arm()) ?? "";
  const answer = await postSetUp(token);
  expect(answer.status).toBe(201);
  const { operator } = (await answer.json()) as { operator: { id: number } };
  expect(operator).toMatchObject({
    name: "Ann",
    email: "ann@example.test",
    role: "owner",
    instance_owner: true,
  });
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(await (await fixture.request("GET", "/me", { cookie })).json()).toMatchObject({
    id: operator.id,
  });
  expect(announced).toEqual([[1, operator.id]]);
  expect(await (await fixture.request("GET", "/setup")).json()).toEqual({ needed: false });
  expect(await readError(await postSetUp(token))).toMatchObject({
    status: 409,
    code: "already_set_up",
  });
  expect(await fixture.auth.arm()).toBeNull();
  expect(await fixture.db.query("select 1 from account_head")).toHaveLength(1);
});

test("[API-007] a wrong token, one older than 24 h and that of an earlier start answer 401", async () => {
  expect(await readError(await postSetUp("guess"))).toMatchObject({
    status: 401,
    code: "invalid_token",
  });
  const first = (await fixture.auth.arm()) ?? "";
  const second = (await fixture.auth.arm()) ?? "";
  expect((await postSetUp(first)).status).toBe(401);
  await fixture.clock.advance(24 * 3_600_000);
  expect((await postSetUp(second)).status).toBe(401);
  expect(await fixture.db.query("select 1 from account")).toHaveLength(0);
});

test("[API-007] bad input makes nothing and leaves the token valid", async () => {
  const token = (await fixture.auth.arm()) ?? "";
  expect(await readError(await postSetUp(token, { password: "short" }))).toMatchObject({
    status: 400,
    field: "password",
  });
  expect(await readError(await postSetUp(token, { password: "password1234" }))).toMatchObject({
    status: 400,
    field: "password",
  });
  expect(await readError(await postSetUp(token, { email: "nobody" }))).toMatchObject({
    status: 400,
    field: "email",
  });
  for (const field of ["name", "account"])
    expect(await readError(await postSetUp(token, { [field]: " \t" }))).toMatchObject({
      status: 400,
      field,
    });
  expect(await readError(await postSetUp(token, { role: "owner" }))).toMatchObject({
    status: 400,
    field: "role",
  });
  expect(await fixture.db.query("select 1 from account")).toHaveLength(0);
  expect((await postSetUp(token)).status).toBe(201);
});

test("[API-007] of parallel set-ups with one token exactly one wins", async () => {
  const token = (await fixture.auth.arm()) ?? "";
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) => postSetUp(token, { email: `ann${i}@example.test` })),
  );
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409, 409, 409,
  ]);
  expect(await fixture.db.query("select 1 from operator")).toHaveLength(1);
});

import { afterEach, beforeEach, expect, test } from "vitest";
import { openBed, type Bed } from "./realtime-bed.ts";

let bed: Bed;
const announced: [number, number][] = [];
beforeEach(async () => {
  announced.length = 0;
  bed = await openBed({
    announce: (account, operatorId) => {
      announced.push([account, operatorId]);
      return Promise.resolve();
    },
  });
});
afterEach(() => bed.close());

const body = (token: string, more: object = {}): object => ({
  token,
  name: "Ann",
  email: "ann@example.test",
  password: "correct horse battery staple",
  account: "Acme",
  ...more,
});
const setUp = (token: string, more: object = {}): Promise<Response> => bed.request("POST", "/setup", { body: body(token, more) });
async function errorOf(answer: Response): Promise<{ status: number; code: string; field?: string }> {
  const { error } = (await answer.json()) as { error: { code: string; field?: string } };
  return { status: answer.status, ...error };
}

test("[API-007] the link's token makes the first account and its owner once and signs him in", async () => {
  expect(await (await bed.request("GET", "/setup")).json()).toEqual({ needed: true });
  const token = (await bed.auth.arm()) ?? "";
  const answer = await setUp(token);
  expect(answer.status).toBe(201);
  const { operator } = (await answer.json()) as { operator: { id: number } };
  expect(operator).toMatchObject({ name: "Ann", email: "ann@example.test", role: "owner", instance_owner: true });
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  expect(await (await bed.request("GET", "/me", { cookie })).json()).toMatchObject({ id: operator.id });
  expect(announced).toEqual([[1, operator.id]]);
  expect(await (await bed.request("GET", "/setup")).json()).toEqual({ needed: false });
  expect(await errorOf(await setUp(token))).toMatchObject({ status: 409, code: "already_set_up" });
  expect(await bed.auth.arm()).toBeNull();
  expect(await bed.db.query("select 1 from account_head")).toHaveLength(1);
});

test("[API-007] a wrong token, one older than 24 h and that of an earlier start answer 401", async () => {
  expect(await errorOf(await setUp("guess"))).toMatchObject({ status: 401, code: "invalid_token" });
  const first = (await bed.auth.arm()) ?? "";
  const second = (await bed.auth.arm()) ?? "";
  expect((await setUp(first)).status).toBe(401);
  await bed.clock.advance(24 * 3_600_000);
  expect((await setUp(second)).status).toBe(401);
  expect(await bed.db.query("select 1 from account")).toHaveLength(0);
});

test("[API-007] bad input makes nothing and leaves the token valid", async () => {
  const token = (await bed.auth.arm()) ?? "";
  expect(await errorOf(await setUp(token, { password: "short" }))).toMatchObject({ status: 400, field: "password" });
  expect(await errorOf(await setUp(token, { password: "password1234" }))).toMatchObject({ status: 400, field: "password" });
  expect(await errorOf(await setUp(token, { email: "nobody" }))).toMatchObject({ status: 400, field: "email" });
  for (const field of ["name", "account"])
    expect(await errorOf(await setUp(token, { [field]: " \t" }))).toMatchObject({ status: 400, field });
  expect(await errorOf(await setUp(token, { role: "owner" }))).toMatchObject({ status: 400, field: "role" });
  expect(await bed.db.query("select 1 from account")).toHaveLength(0);
  expect((await setUp(token)).status).toBe(201);
});

test("[API-007] of parallel set-ups with one token exactly one wins", async () => {
  const token = (await bed.auth.arm()) ?? "";
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => setUp(token, { email: `ann${i}@example.test` })));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  expect(await bed.db.query("select 1 from operator")).toHaveLength(1);
});

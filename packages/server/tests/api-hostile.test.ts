import { readFileSync } from "node:fs";
import net from "node:net";
import {
  startIntegrator,
  startTestParlour,
  startCpuStopwatch,
  type ApiResponse,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../src/store/settings/account/account.ts";
import { recordConnections, type ConnectionRecorder } from "./connection-recorder.ts";
import { generateText, type InputText } from "./hostile-inputs.ts";
import { createApiKey } from "./stored-api-key.ts";

interface CaseRequest {
  readonly method?: string;
  readonly path?: InputText;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly raw?: string;
  readonly parallel?: number;
  readonly then?: readonly CaseRequest[];
}
interface Case {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly why: string;
  readonly request: CaseRequest;
  readonly expect: {
    readonly status?: number | readonly number[];
    readonly error_code?: string;
    readonly same_answer_as?: string;
    readonly last_status?: number;
    readonly stored?: number;
    readonly header?: Record<string, string | null>;
    readonly no_leak?: boolean;
    readonly dial?: boolean;
    readonly max_ms?: number;
    readonly behaviour?: string;
  };
}
/**
 * Cases of the service API that follow sign-in. auth-sign-in.test.ts covers sign-in (H-228 to
 * H-233).
 */
const cases = (
  JSON.parse(
    readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8"),
  ) as readonly Case[]
).filter((one) => one.interface === "operator" && Number(one.id.slice(2)) >= 234);
/** Checks by the `behaviour` sentence of the entry. */
const behaviourChecks: Readonly<Record<string, (answer: ApiResponse) => void>> = {
  "H-269": ({ text }) => expect(text).not.toContain(parlour.owner.email),
  "H-273": ({ headers }) =>
    expect(
      /(?:^|; )script-src ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1],
    ).toBe("'self'"),
  "H-274": ({ body }) =>
    expect(body).toMatchObject({
      error: { code: "not_found", message: expect.any(String) as string },
    }),
};
/** Sentences that other tests check. */
const checkedElsewhere: Readonly<Record<string, string>> = {
  "H-242": "the role is read after each case",
  "H-243": "so is the operator, by his account's key",
  "H-261": "who was first: api-commands.test.ts",
};
/** Returns the response without the parts that differ between all requests. */
const withoutRequestId = (answer: ApiResponse): string =>
  answer.text.replace(/"request_id":"[^"]+"/, "");

let parlour: TestParlour;
let integrator: FakeIntegrator;
/** An integrator whose URL is no longer allowed. */
let refusedIntegrator: FakeIntegrator;
let placeholders: Record<string, string>;
let connections: ConnectionRecorder;

beforeAll(async () => {
  [parlour, integrator, refusedIntegrator] = await Promise.all([
    startTestParlour(),
    startIntegrator(),
    startIntegrator(),
  ]);
  const operator = await parlour.operator("operator", "Bob");
  const channel = await parlour.channel(`${integrator.url}/chat`);
  const sql = {
    query: <R>(text: string, values?: readonly unknown[]) =>
      parlour.sql(text, values) as unknown as Promise<readonly R[]>,
  };
  const other = await createAccount(sql, {
    name: "Other",
    owner: { name: "Olga", email: "olga@other.test", passwordHash: null, instanceOwner: false },
  });
  const otherKey = "pk_other_0123456789abcdef0123456789abcdef";
  await createApiKey(
    sql,
    Number(other.accountId),
    {
      key: otherKey,
      name: "k",
      operator_id: Number(other.operatorId),
    },
    { now: parlour.clock.now() },
  );
  const channel2 = (
    await parlour.call(
      "POST",
      "channels",
      { name: "C", endpoint_url: `${integrator.url}/other`, operators: [Number(other.operatorId)] },
      { authorization: `Bearer ${otherKey}` },
    )
  ).body as { id: number; inbound_url: string };
  await parlour.call("POST", new URL(channel2.inbound_url).pathname, {
    sender: { id: "theirs" },
    message: { type: "text", text: "Hi" },
  });
  const [chat2] = await parlour.sql<{ id: string }>("select id from chat where account_id = $1", [
    other.accountId,
  ]);
  for (const customer of ["answered", "waiting"])
    await parlour.sendCustomerMessage(channel, customer, "Hello");
  const [chat, waiting] = [await parlour.findChat("answered"), await parlour.findChat("waiting")];
  await parlour.owner.call("POST", `chats/${chat.id}/accept`, {});
  // An endpoint whose URL was public when it was saved and is private now.
  const refused = await parlour.channel(`${refusedIntegrator.url}/`);
  await parlour.owner.call("POST", "instance/egress-allow", {
    remove: [new URL(refusedIntegrator.url).host],
  });
  const { body: webhook } = await parlour.owner.call("POST", "webhooks", {
    url: "https://93.184.215.14/hook",
    enabled: false,
  });
  placeholders = {
    CHAT2: String(chat2?.id),
    CHANNEL2_ID: String(channel2.id),
    CHAT: String(chat.id),
    WAITING: String(waiting.id),
    OPERATOR: String(operator.id),
    PRIVATE_CHANNEL_ID: String(refused.id),
    KEY: parlour.owner.key,
    KEY_OP: operator.key,
    COOKIE: await signIn(),
    ORIGIN: parlour.url,
    HOST: new URL(parlour.url).host,
    WEBHOOK: String(webhook.id),
  };
  connections = recordConnections();
});
afterAll(async () => {
  connections.stop();
  await parlour.close();
  await integrator.close();
  await refusedIntegrator.close();
});

async function signIn(): Promise<string> {
  const { email, password } = parlour.owner;
  const { headers } = await parlour.call(
    "POST",
    "sessions",
    { email, password },
    { origin: parlour.url },
  );
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
const fillPlaceholders = (text: string): string =>
  text.replaceAll(/\{([A-Z0-9_]+)\}/g, (whole, name: string) => placeholders[name] ?? whole);
const fillHeaders = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fillPlaceholders(value)]),
  );
async function sendRequest(request: CaseRequest): Promise<ApiResponse> {
  if (request.raw !== undefined) return sendRaw(fillPlaceholders(request.raw));
  const answer = await parlour.call(
    request.method ?? "GET",
    fillPlaceholders(String(generateText(request.path ?? "/"))),
    request.body === undefined ? undefined : fillPlaceholders(request.body),
    fillHeaders(request.headers),
  );
  return answer;
}
function sendRaw(text: string): Promise<ApiResponse> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(parlour.port, "127.0.0.1", () => socket.write(text));
    const chunks: Buffer[] = [];
    socket
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", reject)
      .on("close", () => {
        const whole = Buffer.concat(chunks).toString("utf8");
        const [head = "", body = ""] = whole.split("\r\n\r\n");
        resolve({
          status: Number(head.split(" ")[1]),
          text: body,
          body: null,
          headers: new Headers(),
        });
      });
  });
}
const countStored = async (): Promise<number> =>
  Number(
    (
      await parlour.sql<{ n: string }>(
        "select count(*) as n from journal where name = 'message_created'",
      )
    )[0]?.n,
  );

describe("hostile inputs of the service API", () => {
  it.each(cases.map((one) => [one.id, one.title, one.why, one] as const))(
    "[API-002] %s %s: %s",
    async (id, _title, _why, { request, expect: expected }) => {
      const before = await countStored();
      connections.clear();
      const ms = startCpuStopwatch();
      const answers = await Promise.all(
        Array.from({ length: request.parallel ?? 1 }, () => sendRequest(request)),
      );
      if (expected.max_ms !== undefined) expect(ms()).toBeLessThan(expected.max_ms);
      for (const next of request.then ?? []) answers.push(await sendRequest(next));
      const statuses = expected.status === undefined ? null : [expected.status].flat();
      const countedAnswers = request.then === undefined ? answers : answers.slice(0, 1);
      for (const answer of countedAnswers) {
        if (statuses !== null) expect(statuses, answer.text).toContain(answer.status);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toMatch(/node_modules|\bat .+\.ts:\d|select .+ from|root:x:0/);
      }
      if (expected.last_status !== undefined)
        expect(answers.at(-1)?.status).toBe(expected.last_status);
      if (expected.error_code !== undefined)
        expect((answers[0]?.body as { error?: { code?: string } } | null)?.error?.code).toBe(
          expected.error_code,
        );
      if (expected.same_answer_as === "unknown chat") {
        const unknown = await parlour.owner.call("GET", "chats/999999999");
        expect(answers.map(withoutRequestId)).toEqual([withoutRequestId(unknown)]);
      }
      for (const [name, value] of Object.entries(expected.header ?? {})) {
        const header = answers[0]?.headers.get(name) ?? null;
        if (value?.startsWith("~")) expect(header).toContain(value.slice(1));
        else expect(header).toBe(value);
      }
      if (expected.stored !== undefined) expect(await countStored()).toBe(before + expected.stored);
      if (expected.dial === false)
        expect(connections.unexpectedTargets(parlour, integrator)).toEqual([]);
      for (const answer of countedAnswers) behaviourChecks[id]?.(answer);
      const { body: me } = await parlour.owner.call(
        "GET",
        `operators/${placeholders["OPERATOR"] ?? ""}`,
      );
      expect((me as { role: string }).role).toBe("operator");
      // This case ends the session.
      if (id === "H-270") placeholders = { ...placeholders, COOKIE: await signIn() };
    },
  );

  it("[API-002] no entry is left out, and no sentence stays unchecked", () => {
    expect(cases).toHaveLength(41);
    const unchecked = cases.filter(
      (one) =>
        one.expect.behaviour !== undefined &&
        !(one.id in behaviourChecks) &&
        !(one.id in checkedElsewhere),
    );
    expect(unchecked.map((one) => one.id)).toEqual([]);
  });

  it.each([
    ["2^53 and one more, which is read as 2^53", "9007199254740993"],
    ["what 64 bits do not hold", "18446744073709551617"],
    ["what no number is", "1e400"],
  ])("[CORE-004] [API-002] ids in a body, %s: 400 that names the field", async (_, id) => {
    const sendRequest = (method: string, path: string, body: string): Promise<ApiResponse> =>
      parlour.call(method, path, body, {
        authorization: `Bearer ${parlour.owner.key}`,
        "content-type": "application/json",
      });
    const chat = placeholders["CHAT"] ?? "";
    for (const [method, path, body, field] of [
      ["POST", `chats/${chat}/transfer`, `{"operator_id":${id}}`, "operator_id"],
      [
        "POST",
        `chats/${chat}/messages`,
        `{"kind":"file","upload_id":${id},"client_id":"c"}`,
        "upload_id",
      ],
      ["POST", "departments", `{"name":"D","operators":[${id}]}`, "operators"],
      ["PUT", `chats/${chat}/tags`, `{"tags":[${id}]}`, "tags"],
      [
        "POST",
        "deliveries/replay",
        `{"endpoint":${id},"since":"2026-01-01T00:00:00.000Z","until":"2026-01-02T00:00:00.000Z"}`,
        "endpoint",
      ],
      ["POST", "blacklist/check", `{"visitor":${id}}`, "visitor"],
    ] as const) {
      const answer = await sendRequest(method, path, body);
      expect(answer, `${path}: ${answer.text}`).toMatchObject({
        status: 400,
        body: { error: { code: "invalid_request" } },
      });
      expect((answer.body as { error: { field?: string } }).error.field, path).toContain(field);
    }
  });
});

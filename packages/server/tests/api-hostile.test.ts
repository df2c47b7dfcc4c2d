import { readFileSync } from "node:fs";
import net from "node:net";
import { startIntegrator, startTestParlour, type Answer, type Integrator, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../src/store/settings/account.ts";
import { createApiKey } from "../src/store/settings/api-key.ts";

interface Request {
  readonly method?: string;
  readonly path?: string | { readonly generate: string };
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly raw?: string;
  readonly parallel?: number;
  readonly then?: readonly Request[];
}
interface Case {
  readonly id: string;
  readonly interface: string;
  readonly title: string;
  readonly why: string;
  readonly request: Request;
  readonly expect: {
    readonly status?: number | readonly number[];
    readonly error_code?: string;
    readonly same_answer_as?: string;
    readonly last_status?: number;
    readonly stored?: number;
    readonly header?: Record<string, string | null>;
    readonly no_leak?: boolean;
    readonly dial?: boolean;
  };
}
/** Cases of the service API from accounts on (sign-in: its own tests). */
const cases = (JSON.parse(readFileSync(new URL("../../../tests/hostile-inputs.json", import.meta.url), "utf8")) as readonly Case[]).filter(
  (one) => one.interface === "operator" && Number(one.id.slice(2)) >= 234,
);
/** Their subjects do not exist yet: search. */
const notDue = new Set(["H-258", "H-259"]);
/** The answer without what differs between any two requests. */
const plain = (answer: Answer): string => answer.text.replace(/"request_id":"[^"]+"/, "");

let parlour: TestParlour;
let integrator: Integrator;
let blanks: Record<string, string>;

beforeAll(async () => {
  [parlour, integrator] = await Promise.all([startTestParlour(), startIntegrator()]);
  const operator = await parlour.operator("operator", "Bob");
  const channel = await parlour.channel(`${integrator.url}/chat`);
  const sql = { query: <R>(text: string, values?: readonly unknown[]) => parlour.sql(text, values) as unknown as Promise<readonly R[]> };
  const other = await createAccount(sql, {
    name: "Other",
    owner: { name: "Olga", email: "olga@other.test", passwordHash: null, instanceOwner: false },
  });
  const otherKey = "pk_other_0123456789abcdef0123456789abcdef";
  await createApiKey(sql, Number(other.accountId), {
    key: otherKey,
    name: "k",
    operatorId: Number(other.operatorId),
    scopes: ["*"],
    managed: false,
    now: parlour.clock.now(),
  });
  const channel2 = (
    await parlour.call(
      "POST",
      "channels",
      { name: "C", endpoint_url: `${integrator.url}/other`, operators: [Number(other.operatorId)] },
      { authorization: `Bearer ${otherKey}` },
    )
  ).body as { id: number; inbound_url: string };
  await parlour.call("POST", new URL(channel2.inbound_url).pathname, { sender: { id: "theirs" }, message: { type: "text", text: "Hi" } });
  const [chat2] = await parlour.sql<{ id: string }>("select id from chat where account_id = $1", [other.accountId]);
  for (const customer of ["answered", "waiting"]) await parlour.say(channel, customer, "Hello");
  const [chat, waiting] = [await parlour.chatOf("answered"), await parlour.chatOf("waiting")];
  await parlour.owner.call("POST", `chats/${chat.id}/accept`, {});
  // An endpoint that was public when it was saved and is private now.
  const refused = await parlour.channel("http://127.0.0.1:19999/");
  await parlour.owner.call("POST", "instance/egress-allow", { remove: ["127.0.0.1:19999"] });
  const { body: webhook } = await parlour.owner.call("POST", "webhooks", { url: "https://93.184.215.14/hook", enabled: false });
  blanks = {
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
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
});

async function signIn(): Promise<string> {
  const { email, password } = parlour.owner;
  const { headers } = await parlour.call("POST", "sessions", { email, password }, { origin: parlour.url });
  return headers.getSetCookie()[0]?.split(";")[0] ?? "";
}
const fill = (text: string): string => text.replaceAll(/\{([A-Z0-9_]+)\}/g, (whole, name: string) => blanks[name] ?? whole);
const filled = (headers: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
async function send(request: Request): Promise<Answer> {
  if (request.raw !== undefined) return raw(fill(request.raw));
  if (typeof request.path !== "string") throw new Error("a path is generated");
  const answer = await parlour.call(
    request.method ?? "GET",
    fill(request.path),
    request.body === undefined ? undefined : fill(request.body),
    filled(request.headers),
  );
  return answer;
}
function raw(text: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(parlour.port, "127.0.0.1", () => socket.write(text));
    const chunks: Buffer[] = [];
    socket
      .on("data", (chunk) => chunks.push(chunk))
      .on("error", reject)
      .on("close", () => {
        const whole = Buffer.concat(chunks).toString("utf8");
        const [head = "", body = ""] = whole.split("\r\n\r\n");
        resolve({ status: Number(head.split(" ")[1]), text: body, body: null, headers: new Headers() });
      });
  });
}
const stored = async (): Promise<number> =>
  Number((await parlour.sql<{ n: string }>("select count(*) as n from journal where name = 'message_created'"))[0]?.n);

describe("hostile inputs of the service API", () => {
  it.each(cases.filter((one) => !notDue.has(one.id)).map((one) => [one.id, one.title, one.why, one] as const))(
    "[API-002] %s %s: %s",
    async (id, _title, _why, { request, expect: expected }) => {
      const before = await stored();
      const dials = integrator.received.length;
      const answers = await Promise.all(Array.from({ length: request.parallel ?? 1 }, () => send(request)));
      for (const next of request.then ?? []) answers.push(await send(next));
      const statuses = expected.status === undefined ? null : [expected.status].flat();
      const counted = request.then === undefined ? answers : answers.slice(0, 1);
      for (const answer of counted) {
        if (statuses !== null) expect(statuses, answer.text).toContain(answer.status);
        expect(answer.status).toBeLessThan(500);
        expect(answer.text).not.toMatch(/node_modules|\bat .+\.ts:\d|select .+ from|root:x:0/);
      }
      if (expected.last_status !== undefined) expect(answers.at(-1)?.status).toBe(expected.last_status);
      if (expected.error_code !== undefined)
        expect((answers[0]?.body as { error?: { code?: string } } | null)?.error?.code).toBe(expected.error_code);
      if (expected.same_answer_as === "unknown chat") {
        const unknown = await parlour.owner.call("GET", "chats/999999999");
        expect(answers.map(plain)).toEqual([plain(unknown)]);
      }
      for (const [name, value] of Object.entries(expected.header ?? {})) {
        const got = answers[0]?.headers.get(name) ?? null;
        if (value?.startsWith("~")) expect(got).toContain(value.slice(1));
        else expect(got).toBe(value);
      }
      if (expected.stored !== undefined) expect(await stored()).toBe(before + expected.stored);
      if (expected.dial === false) expect(integrator.received).toHaveLength(dials);
      const { body: me } = await parlour.owner.call("GET", `operators/${blanks["OPERATOR"] ?? ""}`);
      expect((me as { role: string }).role).toBe("operator");
      // It ends the session.
      if (id === "H-270") blanks = { ...blanks, COOKIE: await signIn() };
    },
  );

  it("[API-002] the list names only cases that exist", () => {
    const known = new Set(cases.map((one) => one.id));
    expect([...notDue].filter((id) => !known.has(id))).toEqual([]);
  });
});

import { startIntegrator, type Answer, type Integrator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeApi, type OpenApi } from "../src/openapi.ts";
import { password } from "./sign-in-bed.ts";
import { openWidgetBed, type WidgetBed } from "./widget-bed.ts";

let bed: WidgetBed;
let integrator: Integrator;
let api: OpenApi;
/** An owner of another account, with a session: he may everything there. */
let stranger: (method: string, path: string, body?: unknown) => Promise<Answer>;
/** One real object of the first account for each place in a path. */
const ids: Record<string, string | number> = {};

beforeAll(async () => {
  integrator = await startIntegrator();
  [bed, api] = await Promise.all([openWidgetBed(), describeApi()]);
  const { parlour } = bed;
  const { owner, call, url } = parlour;
  const made = async (path: string, body: unknown): Promise<{ id: number }> => {
    const answer = await owner.call("POST", path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as { id: number };
  };
  const firstOf = async (path: string): Promise<number> =>
    ((await owner.call("GET", path)).body as { items: { id: number }[] }).items[0]?.id ?? 0;
  const cookieOf = async (email: string): Promise<string> => {
    const answer = await call("POST", "sessions", { email, password }, { origin: url });
    return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  };

  const channel = await parlour.channel(`${integrator.url}/chat`);
  await parlour.say(channel, "c1", "Hello");
  const chat = await parlour.chatOf("c1");
  await owner.call("POST", `chats/${chat.id}/messages`, { kind: "text", text: "Hi", client_id: "m1" });
  await owner.call("PATCH", "call-settings", { enabled: true, driver: "desk" });
  const win = await bed.window();
  await win.ask({
    type: "offline",
    ref: "o1",
    contacts: { name: "Nadia", email: "nadia@shop.example", phone: "", description: "" },
    text: "Call me",
  });
  const [account] = ((await owner.call("GET", "accounts")).body as { items: { id: number }[] }).items;
  const provider = (await made("bot-providers", {
    name: "Night bot",
    contact: "night@bot.example",
    scope: "account",
    account_id: account?.id,
  })) as unknown as { id: string };
  await owner.call("POST", "instance/egress-allow", { add: [new URL(integrator.url).host] });
  const form = new FormData();
  form.set("file", new File(["hello"], "note.txt", { type: "text/plain" }));
  const upload = await fetch(`${url}/api/v1/uploads`, { method: "POST", headers: { authorization: `Bearer ${owner.key}` }, body: form });
  const session = await cookieOf(owner.email);
  const [row] = await parlour.sql<{ id: string; account: string }>(
    "select id, account_id as account from session order by id desc limit 1",
  );
  const [key] = await parlour.sql<{ id: string }>(
    "insert into passkey (account_id, operator_id, credential_id, public_key, counter, transports, name, created_at) values ($1, $2, '\\x01', '\\x02', 0, '{}', 'Key', now()) returning id",
    [row?.account, owner.id],
  );
  const [device] = await parlour.sql<{ id: string }>(
    `with e as (insert into endpoint (account_id, kind, url, secret, secret_hint, name) values ($1, 'push', 'https://push.example/1', '\\x00', '', 'D') returning id)
     insert into push_subscription (account_id, operator_id, session_id, endpoint_id, name, language, created_at)
     select $1, $2, $3, id, 'D', 'en', now() from e returning id`,
    [row?.account, owner.id, row?.id],
  );
  expect(session).not.toBe("");
  Object.assign(ids, {
    "me/sessions": row?.id ?? 0,
    sessions: row?.id ?? 0,
    "me/passkeys": key?.id ?? 0,
    "push/subscriptions": device?.id ?? 0,
    operators: owner.id,
    chats: chat.id,
    visitors: chat.visitor.number,
    channels: channel.id,
    tags: (await made("tags", { name: "VIP" })).id,
    "canned-replies": (await made("canned-replies", { shortcut: "hi", text: "Hello", scope: "account" })).id,
    uploads: ((await upload.json()) as { id: number }).id,
    blacklist: (await made("blacklist", { kind: "ip", value: "192.0.2.1" })).id,
    departments: (await made("departments", { name: "Sales" })).id,
    calls: (await made("calls", { chat_id: chat.id, phone: "+442079460000" })).id,
    "bot-providers": provider.id,
    bots: (await made("bots", { provider_id: provider.id, token: "tok3n-tok3n-tok3n", endpoint_url: `${integrator.url}/bot`, name: "B" }))
      .id,
    webhooks: (await made("webhooks", { url: `${integrator.url}/hook` })).id,
    triggers: (await made("triggers", { name: "T", if: null, do: [{ type: "invitation", text: "Hi" }] })).id,
    "api-keys": (await made("api-keys", { name: "k" })).id,
    "offline-messages": await firstOf("offline-messages"),
    deliveries: await firstOf("deliveries?kind=channel"),
    endpoints: await firstOf("endpoints?kind=channel"),
  });

  await made("accounts", { name: "Other", owner: { name: "Olga", email: "olga@other.test", password } });
  const cookie = await cookieOf("olga@other.test");
  stranger = (method, path, body) => call(method, path, body, { cookie, origin: url });
});
afterAll(async () => {
  await bed.close();
  await integrator.close();
});

/** A figure's name, no id; what only the instance owner may, who is of no account there. */
const notOfAccounts = (path: string, action: unknown): boolean => path.startsWith("/api/v1/reports/") || action === "instance.manage";

it("[CORE-002] [API-002] [R6] every route with an id answers what is another account's exactly as what does not exist: 404", async () => {
  const missing: string[] = [];
  const wrong: unknown[] = [];
  let asked = 0;
  for (const [path, methods] of Object.entries(api.paths)) {
    const [, place] = /^\/api\/v1\/((?:me\/|push\/)?[a-z-]+)\/\{/.exec(path) ?? [];
    if (place === undefined) continue;
    for (const [method, operation] of Object.entries(methods)) {
      if (notOfAccounts(path, operation["x-action"])) continue;
      const id = ids[place];
      if (id === undefined || id === 0) {
        missing.push(path);
        continue;
      }
      const body = bodyFor(operation.requestBody, path);
      const of = async (value: string | number) => {
        const answer = await stranger(
          method.toUpperCase(),
          path.replace("/api/v1/", "").replace(/\{[a-z]+\}/, String(value)) + (queries[path] ?? ""),
          body,
        );
        const { request_id: _, ...error } = (answer.body as { error?: Record<string, unknown> } | null)?.error ?? {};
        return { status: answer.status, error };
      };
      const [theirs, none] = [await of(id), await of(typeof id === "string" && !/^\d+$/.test(id) ? "zzzzzzzzzzzz" : 999_999_999)];
      if (theirs.status !== 404 || JSON.stringify(theirs) !== JSON.stringify(none))
        wrong.push({ route: `${method} ${path}`, theirs, none });
      asked += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(missing, "paths without an object of the first account: make one above").toEqual([]);
  expect(asked).toBeGreaterThan(80);
});

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minProperties?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
  readonly items?: Schema;
}
/** What passes the validators of these routes where the smallest that their schemas allow does not. */
const bodies: Readonly<Record<string, unknown>> = {
  "/api/v1/chats/{id}/transfer": { operator_id: 999_999_999 },
  "/api/v1/chats/{id}/messages": { kind: "text", text: "Hello", client_id: "x1" },
  "/api/v1/blacklist/{id}": { reason: "x" },
  "/api/v1/calls/{id}/later": { due_at: "2030-01-01T00:00:00.000Z" },
  "/api/v1/bots/{id}/test": { event: "CLIENT_MESSAGE" },
  "/api/v1/webhooks/{id}/test": { event: "chat_accepted" },
};

/** What these routes demand in their query. */
const queries: Readonly<Record<string, string>> = { "/api/v1/chats/{id}/transcript": "?format=txt" };

/** The smallest body that a route's schema lets through; undefined for routes without one. */
function bodyFor(requestBody: unknown, path: string): unknown {
  if (requestBody === undefined) return undefined;
  if (path in bodies) return bodies[path];
  const { schema } = (requestBody as { content: Record<string, { schema: Schema }> }).content["application/json"] ?? {};
  return schema === undefined ? {} : smallest(schema);
}
function smallest(given: Schema): unknown {
  const schema = given.$ref === undefined ? given : (api.components.schemas[given.$ref.split("/").at(-1) ?? ""] as Schema);
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return smallest(schema.anyOf.find((one) => one.type !== "null") ?? {});
  if (schema.type === "object") {
    const all = Object.keys(schema.properties ?? {});
    const names = [...(schema.required ?? [])];
    for (const name of all) if (names.length < (schema.minProperties ?? 0) && !names.includes(name)) names.push(name);
    return Object.fromEntries(names.map((name) => [name, smallest(schema.properties?.[name] ?? {})]));
  }
  if (schema.type === "array") return [];
  if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === "boolean") return true;
  return "x".repeat(Math.max(schema.minLength ?? 1, 1));
}

import { startIntegrator, type ApiResponse, type FakeIntegrator } from "@parlour/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documentFiles } from "../src/openapi/document-names.ts";
import { resolveReferences } from "../src/openapi/resolve-references.fixture.ts";
import { describeServiceApi, type OpenApi } from "../src/openapi/service-api.ts";
import { addReplay, createApiObjects } from "./api-objects-fixture.ts";
import {
  findIdField,
  referencedResources,
  minimalValue,
  type Schema,
} from "./api-isolation-fixture.ts";
import { password } from "./sign-in-fixture.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

let fixture: WidgetFixture;
let integrator: FakeIntegrator;
let api: OpenApi;
/** Routes of the running server. */
const routes = new Set<string>();
/**
 * Calls a route as the owner of another account, with a session and all permissions in that
 * account.
 */
let callAsOtherOwner: (method: string, path: string, body?: unknown) => Promise<ApiResponse>;
/** One real object of the first account for each resource in a path. */
const foreignIds: Record<string, string | number> = {};
/** Objects of the other account, by the same names. */
const otherIds: Record<string, string | number> = {};

beforeAll(async () => {
  integrator = await startIntegrator();
  const hooks = {
    onRoute: ({ method, url }: { method: string | string[]; url: string }) => {
      for (const one of [method].flat())
        if (one !== "HEAD") routes.add(`${one} ${url.replaceAll(/:(\w+)/g, "{$1}")}`);
    },
  };
  const [opened, document] = await Promise.all([
    openWidgetFixture({ hooks }),
    describeServiceApi(),
  ]);
  fixture = opened;
  api = { ...document, paths: resolveReferences(document, document.paths) };
  const { parlour } = fixture;
  const { owner, call, url } = parlour;
  const cookieOf = async (email: string): Promise<string> => {
    const answer = await call("POST", "sessions", { email, password }, { origin: url });
    return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  };
  Object.assign(foreignIds, await createApiObjects(fixture, integrator));

  const invited = await owner.call("POST", "accounts", {
    name: "Other",
    owner: { name: "Olga", email: "olga@other.test", password },
  });
  expect(invited.status, invited.text).toBe(201);
  const cookie = await cookieOf("olga@other.test");
  callAsOtherOwner = (method, path, body) => call(method, path, body, { cookie, origin: url });
  await setUpOtherAccount();
});
/**
 * Sets up the other account: objects for requests whose bodies refer to objects of the first
 * account.
 */
async function setUpOtherAccount(): Promise<void> {
  const created = async (
    path: string,
    body: unknown,
  ): Promise<{ id: number; inbound_url?: string }> => {
    const answer = await callAsOtherOwner("POST", path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return answer.body as { id: number };
  };
  const me = ((await callAsOtherOwner("GET", "me")).body as { id: number }).id;
  const api = await created("channels", {
    kind: "api",
    name: "His",
    endpoint_url: "https://93.184.216.34/chat",
    operators: [me],
  });
  const inbound = (api.inbound_url ?? "").replace(/^https?:\/\/[^/]+/, "");
  await fixture.parlour.call("POST", inbound, {
    sender: { id: "x1" },
    message: { type: "text", text: "Mine" },
  });
  const [chat] = (
    (await callAsOtherOwner("GET", "chats")).body as {
      items: { id: number; visitor: { number: number } }[];
    }
  ).items;
  await callAsOtherOwner("POST", `chats/${chat?.id}/accept`);
  const section = await created("article-sections", { name: "S" });
  const agents = (await created("agents", { name: "A" })).id;
  await addReplay(fixture.parlour, { agent: agents, operator: me });
  Object.assign(otherIds, {
    channels: api.id,
    chats: chat?.id ?? 0,
    visitors: chat?.visitor.number ?? 0,
    operators: (
      await created("operators", {
        name: "Otto",
        email: "otto@other.test",
        role: "operator",
        password,
      })
    ).id,
    departments: (await created("departments", { name: "Theirs" })).id,
    "canned-replies": (
      await created("canned-replies", { shortcut: "yo", text: "Yo", scope: "account" })
    ).id,
    webhooks: (await created("webhooks", { url: "https://93.184.216.34/hook" })).id,
    rules: (
      await created("rules", {
        name: "R",
        when: { event: "rated" },
        do: [{ type: "priority", priority: "high" }],
      })
    ).id,
    agents,
    "sla-policies": (await created("sla-policies", { name: "P", close_s: 60 })).id,
    "article-sections": section.id,
    articles: (
      await created("articles", { section_id: section.id, language: "en", title: "A", body: "" })
    ).id,
    views: (await created("views", { name: "V", if: { all: [] }, shared: "all" })).id,
    macros: (await created("macros", { name: "M", do: [{ type: "close" }], shared: "all" })).id,
    triggers: (
      await created("triggers", { name: "T", if: null, do: [{ type: "invitation", text: "Yo" }] })
    ).id,
  });
}
afterAll(async () => {
  await fixture.close();
  await integrator.close();
});

/**
 * Paths that contain the name of a report value instead of an id, and actions of the installation
 * owner, which belong to no account.
 */
const isNotAccountData = (path: string, action: unknown): boolean =>
  path.startsWith("/api/v1/reports/") || action === "instance.manage";

it("[CORE-002] [API-002] [R6] every route with an id answers what is another account's exactly as what does not exist: 404", async () => {
  const missing: string[] = [];
  const wrong: unknown[] = [];
  let asked = 0;
  for (const [path, methods] of Object.entries(api.paths)) {
    const [, resource] =
      /^\/api\/v1\/((?:me\/|push\/|chats\/(?=bulk)|rules\/(?=dry-run))?[a-z-]+)\/\{/.exec(path) ??
      [];
    if (resource === undefined) continue;
    for (const [method, operation] of Object.entries(methods)) {
      if (isNotAccountData(path, operation["x-action"])) continue;
      const id = foreignIds[resource];
      if (id === undefined || id === 0) {
        missing.push(path);
        continue;
      }
      const body = buildBody(operation.requestBody, method, path);
      const readWithValue = async (value: string | number) => {
        const answer = await callAsOtherOwner(
          method.toUpperCase(),
          path
            .replace("/api/v1/", "")
            .replace(/\{[a-z]+\}/, String(value))
            .replace("{seq}", "1")
            .replace(/\{(?:replay|question|n)\}/g, "1")
            .replace("{version}", "1")
            .replace("{scheduled}", "1")
            .replace("{other}", "1") + (queryByRoute[path] ?? ""),
          body,
        );
        const { request_id: _, ...error } =
          (answer.body as { error?: Record<string, unknown> } | null)?.error ?? {};
        return { status: answer.status, error };
      };
      const [foreignResponse, none] = [
        await readWithValue(id),
        await readWithValue(
          typeof id === "string" && !/^\d+$/.test(id) ? "zzzzzzzzzzzz" : 999_999_999,
        ),
      ];
      if (
        foreignResponse.status !== 404 ||
        JSON.stringify(foreignResponse) !== JSON.stringify(none)
      )
        wrong.push({ route: `${method} ${path}`, theirs: foreignResponse, none });
      asked += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(missing, "paths without an object of the first account: make one above").toEqual([]);
  expect(asked).toBeGreaterThan(80);
});

/** Valid bodies for routes whose validators reject the smallest body of the schema. */
const bodyByRoute: Readonly<Record<string, unknown>> = {
  "/api/v1/chats/{id}/assign": { operator_id: 999_999_999 },
  "/api/v1/chats/{id}/run-macro": { macro_id: 999_999_999 },
  "/api/v1/chats/{id}/transfer": { operator_id: 999_999_999 },
  "/api/v1/chats/{id}/promise": { until: "2030-01-01T00:00:00.000Z" },
  "/api/v1/chats/{id}/snooze": { until: "2030-01-01T00:00:00.000Z" },
  "/api/v1/chats/{id}/scheduled-messages": { text: "Hello", send_at: "2030-01-01T00:00:00.000Z" },
  "/api/v1/chats/{id}/messages": { kind: "text", text: "Hello", client_id: "x1" },
  "/api/v1/articles/{id}": { title: "x" },
  "/api/v1/blacklist/{id}": { reason: "x" },
  "/api/v1/imports/{id}/choices": {
    channel_id: null,
    operators: {},
    count_from: null,
    merge_visitors: false,
  },
  "/api/v1/calls/{id}/later": { due_at: "2030-01-01T00:00:00.000Z" },
  "/api/v1/bots/{id}/test": { event: "CLIENT_MESSAGE" },
  "/api/v1/site-imports/{id}/import": { section: "Help", state: "draft" },
  "/api/v1/visitor-imports/{id}/plan": { channel_id: 999_999_999, columns: ["customer"] },
  "/api/v1/webhooks/{id}/test": { event: "chat_accepted" },
};

/** Query parameters that these routes require. */
const queryByRoute: Readonly<Record<string, string>> = {
  "/api/v1/chats/{id}/transcript": "?format=txt",
  "/api/v1/site-imports/{id}/plan": "?section=Help&state=draft",
};

/**
 * Returns the smallest body that the schema of a route accepts, or undefined for routes without a
 * body.
 */
function buildBody(requestBody: unknown, method: string, path: string): unknown {
  if (requestBody === undefined) return undefined;
  if (method !== "delete" && path in bodyByRoute) return bodyByRoute[path];
  const { schema } =
    (requestBody as { content: Record<string, { schema: Schema }> }).content["application/json"] ??
    {};
  return schema === undefined ? {} : minimalValue(api, schema);
}

/**
 * Requests whose body refers to an object of an account. Each body is valid except for that field.
 */
const referencingRequests = (id: number): readonly (readonly [string, string, object])[] => [
  ["POST", "chats/{id}/messages", { kind: "file", upload_id: id, client_id: "u1" }],
  [
    "POST",
    "chats/{id}/messages",
    {
      kind: "text",
      text: "Yo",
      client_id: `u${id}`,
      suggestion: { request_id: id, changed: false },
    },
  ],
  ["POST", "emails", { channel_id: id, email: { to: [{ address: "a@b.example" }] }, text: "Yo" }],
  [
    "POST",
    "emails",
    { channel_id: 1, email: { to: [{ address: "a@b.example" }] }, text: "Yo", upload_ids: [id] },
  ],
  ["POST", "chats/{id}/messages", { kind: "note", text: "@you", client_id: "u2", mentions: [id] }],
  ["POST", "chats/{id}/transfer", { operator_id: id }],
  ["POST", "chats/{id}/transfer", { department_id: id }],
  ["POST", "chats/{id}/assign", { operator_id: id }],
  ["POST", "chats/{id}/assign", { department_id: id }],
  ["POST", "chats/{id}/assign", { bot_id: id }],
  ["POST", "chats/{id}/invite", { operator_id: id }],
  ["POST", "reminders", { text: "Yo", due_at: "2026-06-01T00:00:00.000Z", chat_id: id }],
  ["POST", "reminders", { text: "Yo", due_at: "2026-06-01T00:00:00.000Z", operator_id: id }],
  ["PUT", "chats/{id}/tags", { tags: [id] }],
  ["POST", "canned-replies", { shortcut: "s", text: "Yo", scope: "department", department_id: id }],
  ["PATCH", "canned-replies/{id}", { scope: "department", department_id: id }],
  [
    "POST",
    "rules",
    { name: "R2", when: { event: "rated" }, do: [{ type: "assign", department_id: id }] },
  ],
  ["PATCH", "rules/{id}", { do: [{ type: "assign", department_id: id }] }],
  ["POST", "rules/dry-run", { rule: { when: { event: "rated" } }, days: 7, rule_id: id }],
  ["POST", "views", { name: "V2", if: { all: [] }, shared: { department_id: id } }],
  ["PATCH", "views/{id}", { shared: { department_id: id } }],
  ["POST", "macros", { name: "M2", do: [{ type: "assign", operator_id: id }] }],
  ["PATCH", "macros/{id}", { shared: { department_id: id } }],
  ["POST", "chats/{id}/run-macro", { macro_id: id }],
  ["POST", "blacklist", { kind: "customer", value: "c1", channel_id: id }],
  ["POST", "blacklist/check", { customer: { channel_id: id, id: "c1" } }],
  ["POST", "channels", { kind: "widget", name: "W", operators: [id] }],
  ["POST", "channels", { kind: "widget", name: "W", operators: [], widget: { departments: [id] } }],
  ["PATCH", "channels/{id}", { operators: [id] }],
  ["POST", "operators", { name: "N", email: "n@other.test", role: "operator", departments: [id] }],
  ["PATCH", "operators/{id}", { departments: [id] }],
  ["PATCH", "operators/{id}", { role: "operator", custom_role_id: id }],
  ["PUT", "me/presence", { status_id: id }],
  ["POST", "departments", { name: "D", operators: [id] }],
  ["PATCH", "departments/{id}", { operators: [id] }],
  [
    "POST",
    "scheduled-reports",
    { name: "S", report: "view", view_id: id, recipients: ["a@b.example"] },
  ],
  [
    "POST",
    "scheduled-reports",
    { name: "S", report: "days", segment_id: id, recipients: ["a@b.example"] },
  ],
  ["POST", "articles", { section_id: id, language: "en", title: "A", body: "" }],
  ["PATCH", "articles/{id}", { section_id: id }],
  ["POST", "agents/{id}/questions", { text: "Where is it?", article_id: id }],
  ["POST", "agents/{id}/questions", { text: "Where is it?", article_id: null, chat_id: id }],
  ["POST", "broadcasts", { name: "B", segment_id: id, channel_id: 1, text: "T" }],
  ["POST", "calls", { chat_id: id, phone: "+442079460001" }],
  ["POST", "webhooks", { url: "https://93.184.216.34/more", channels: [id] }],
  ["PATCH", "webhooks/{id}", { channels: [id] }],
  [
    "POST",
    "triggers",
    { name: "U", if: null, do: [{ type: "invitation", text: "Yo" }], channels: [id] },
  ],
  [
    "POST",
    "triggers",
    { name: `U${id}`, if: null, do: [{ type: "invitation", text: "Yo", department_id: id }] },
  ],
  ["PATCH", "triggers/{id}", { channels: [id] }],
  [
    "POST",
    "triggers/dry-run",
    { if: null, do: [{ type: "invitation", text: "Yo" }], channels: [id] },
  ],
  ["PUT", "triggers/order", { ids: [id] }],
  ["POST", "api-keys", { name: "k", operator_id: id }],
  [
    "POST",
    "deliveries/replay",
    { endpoint: id, since: "2020-01-01T00:00:00.000Z", until: "2040-01-01T00:00:00.000Z" },
  ],
];
it("[CORE-002] [R6] nothing of another account can be named in a body: it is refused exactly as what does not exist", async () => {
  const missing = 999_999_999;
  const wrong: unknown[] = [];
  const named = new Set<string>();
  for (const [n, [method, path, body]] of referencingRequests(missing).entries()) {
    const to = path.replace("{id}", String(otherIds[path.split("/")[0] ?? ""]));
    const field = findIdField(body, missing);
    named.add(field);
    const id = Number(foreignIds[referencedResources[field] ?? field]);
    const readWithValue = async (sent: object) => {
      const answer = await callAsOtherOwner(method, to, sent);
      const { request_id: _, ...error } =
        (answer.body as { error?: Record<string, unknown> } | null)?.error ?? {};
      return {
        status: answer.status,
        error: JSON.stringify(error).replace(new RegExp(`\\b(${id}|${missing})\\b`), "ID"),
      };
    };
    const [foreignResponse, none] = [
      await readWithValue(referencingRequests(id)[n]?.[2] ?? {}),
      await readWithValue(body),
    ];
    if (
      JSON.stringify(foreignResponse) !== JSON.stringify(none) ||
      (foreignResponse.status < 400 && !acceptedFields.has(`${method} ${path} ${field}`))
    )
      wrong.push({ route: `${method} ${path}`, field, theirs: foreignResponse, none });
  }
  // The id of a provider is a text in a special format.
  const bot = {
    token: "tok3n-tok3n-tok3n-2",
    endpoint_url: "https://93.184.216.34/bot",
    name: "His",
  };
  const connect = async (provider: unknown) => {
    const answer = await callAsOtherOwner("POST", "bots", { ...bot, provider_id: provider });
    const { code, message } = (answer.body as { error: { code: string; message: string } }).error;
    return [answer.status, code, message.replace(String(provider), "ID")];
  };
  expect(await connect(foreignIds["bot-providers"])).toEqual(await connect("zzzzzzzzzzzz"));
  named.add("provider_id");
  // So is the public id of a widget.
  const link = async (widget: string) => {
    const { status, body } = await callAsOtherOwner("PATCH", "help-center", {
      chat_widget_id: widget,
    });
    const { code, message } = (body as { error: { code: string; message: string } }).error;
    return [status, code, message.replace(widget, "ID")];
  };
  expect(await link(fixture.widget.public_id)).toEqual(await link("zzzzzzzzzz"));
  named.add("chat_widget_id");
  expect(wrong).toEqual([]);
  expect([...named].toSorted()).toEqual(listReferenceFields());
});
/** Fields of requests that only read data, or ignore ids of what does not exist (ASSIST-050). */
const acceptedFields = new Set([
  "POST blacklist/check channel_id",
  "POST chats/{id}/messages request_id",
]);
/**
 * Returns the fields of all bodies that refer to objects of an account, according to the OpenAPI
 * document.
 */
function listReferenceFields(): string[] {
  const found = new Set<string>();
  const walk = (nestedSchema: Schema): void => {
    const schema =
      nestedSchema.$ref === undefined
        ? nestedSchema
        : (api.components.schemas[nestedSchema.$ref.split("/").at(-1) ?? ""] as Schema);
    for (const one of schema.anyOf ?? []) walk(one);
    if (schema.items) walk(schema.items);
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      if (/_ids?$|^ids$|^(?:operators|departments|channels|mentions|tags|endpoint)$/.test(name))
        found.add(name);
      walk(one);
    }
  };
  for (const [path, methods] of Object.entries(api.paths))
    for (const operation of Object.values(methods)) {
      if (operation.requestBody === undefined || isNotAccountData(path, operation["x-action"]))
        continue;
      const { schema } =
        (operation.requestBody as { content: Record<string, { schema: Schema }> }).content[
          "application/json"
        ] ?? {};
      if (schema) walk(schema);
    }
  return [...found].filter((name) => !freeFields.has(name)).toSorted();
}
/**
 * Ids that the client chooses, ids of the installation, and ids of other accounts in this browser
 * (API-018).
 */
const freeFields = new Set([
  "client_id",
  "public_id",
  "append_public_id",
  "analytics_ids",
  "account_id",
]);
/** The resource that a query parameter refers to. */
const resourceByParameter: Readonly<Record<string, string>> = {
  channel: "channels",
  department: "departments",
  operator: "operators",
  bot: "bots",
  visitor: "visitors",
  tag: "tags",
  assignee: "operators",
  chat: "chats",
  endpoint: "endpoints",
  owner: "channels",
};
/** Further query parameters that some routes require. */
const additionalQuery: Readonly<Record<string, string>> = {
  "/api/v1/site-imports/{id}/plan": "section=Help&state=draft",
  "/api/v1/search": "q=Hello",
  "/api/v1/search/export": "q=Hello&format=csv",
  "/api/v1/audit/export": "format=csv",
  "/api/v1/canned-replies/export": "format=json",
  "/api/v1/reports": "last=7",
  "/api/v1/reports/articles": "last=7",
  "/api/v1/reports/export": "last=7&table=days",
  "/api/v1/reports/{number}/chats": "last=7",
  "/api/v1/chats/{id}/transcript": "format=txt",
  "/api/v1/media": "url=https://93.184.216.34/a.png",
  "/api/v1/me/applications/request": `client_id=app&redirect_uri=http://localhost/cb&response_type=code&code_challenge=${"a".repeat(43)}&code_challenge_method=S256`,
};
/** GET operations that need another server or another kind of channel, which no test here has. */
const pathsOfOtherServers = new Set([
  // Without a run in parallel: 404 (MV-070).
  "/api/v1/imports/parallel/chats",
  "/api/v1/imports/parallel/forwarding/chats",
  "/api/v1/media",
  "/api/v1/channels/{id}/emails",
  "/api/v1/channels/{id}/templates",
  "/api/v1/chats/{id}/email",
]);
it("[CORE-002] [R6] a list shows its own account's only, whatever of another account is asked for", async () => {
  const parameters = new Set<string>();
  const wrong: unknown[] = [];
  for (const [path, methods] of Object.entries(api.paths)) {
    if (methods["get"] === undefined || isNotAccountData(path, methods["get"]["x-action"]))
      continue;
    const resource =
      /^\/api\/v1\/((?:me\/|push\/|chats\/(?=bulk)|rules\/(?=dry-run))?[a-z-]+)\/\{/.exec(
        path,
      )?.[1];
    if (resource !== undefined && otherIds[resource] === undefined) continue;
    const to = path
      .replace("/api/v1/", "")
      .replace("{replay}", "1")
      .replace("{version}", "1")
      .replace(/\{[a-z]+\}/, String(otherIds[resource ?? ""]));
    const ask = async (query: string) => {
      const answer = await callAsOtherOwner(
        "GET",
        `${to}?${[additionalQuery[path] ?? "", query].filter(Boolean).join("&")}`,
      );
      return { status: answer.status, text: answer.text.replace(/"request_id":"[^"]+"/, "") };
    };
    const plain = await ask("");
    const leaks = accountTexts().filter((mark) => plain.text.includes(mark));
    if (leaks.length > 0 || (plain.status !== 200 && !pathsOfOtherServers.has(path)))
      wrong.push({ path, status: plain.status, leaks, text: plain.text.slice(0, 200) });
    for (const { name, in: where } of methods["get"].parameters ?? []) {
      const kind = resourceByParameter[name];
      if (where !== "query" || kind === undefined) continue;
      parameters.add(name);
      const [foreignResponse, none] = [
        await ask(`${name}=${foreignIds[kind]}`),
        await ask(`${name}=999999999`),
      ];
      if (JSON.stringify(foreignResponse) !== JSON.stringify(none))
        wrong.push({ path, name, theirs: foreignResponse, none });
    }
  }
  expect(wrong).toEqual([]);
  expect([...parameters].toSorted()).toEqual(Object.keys(resourceByParameter).toSorted());
});
it("[API-001] ids are integers and times RFC 3339 with milliseconds, in every answer; an id of a path has 1 to 16 digits", async () => {
  const { owner } = fixture.parlour;
  const wrong: unknown[] = [];
  let times = 0;
  const look = (value: unknown, name: string, path: string): void => {
    if (Array.isArray(value)) for (const one of value) look(one, name, path);
    else if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value)) look(one, key, path);
    else if (value === null || value === "") return;
    else if (/(^|_)at$/.test(name)) {
      times += 1;
      if (!/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"$/.test(JSON.stringify(value)))
        wrong.push({ path, name, value });
    } else if (
      /^(id|(chat|operator|visitor|channel|department|endpoint|delivery|account)_id)$/.test(name) &&
      !Number.isSafeInteger(value)
    )
      // Providers have ids of letters, samples belong to the other interfaces, and the audit log
      // also accepts names without a number.
      if (!/\/(bot-providers|bots|samples|audit)/.test(path)) wrong.push({ path, name, value });
  };
  for (const [path, methods] of Object.entries(api.paths)) {
    const resource =
      /^\/api\/v1\/((?:me\/|push\/|chats\/(?=bulk)|rules\/(?=dry-run))?[a-z-]+)\/\{/.exec(
        path,
      )?.[1];
    const id = resource === undefined ? "" : foreignIds[resource];
    if (
      methods["get"] === undefined ||
      id === undefined ||
      path.endsWith("/export") ||
      additionalQuery[path]?.includes("http")
    )
      continue;
    const to = (value: unknown): string =>
      `${path
        .replace("/api/v1/", "")
        .replace("{replay}", "1")
        .replace("{version}", "1")
        .replace(/\{[a-z]+\}/, String(value))}?${additionalQuery[path] ?? ""}`;
    look((await owner.call("GET", to(id))).body, "", path);
    if (id === "" || typeof id === "string" || path.includes("/reports/")) continue;
    const statuses = await Promise.all(
      ["01", "1".repeat(17), "1x", "-1", "9007199254740993"].map(
        async (one) => (await owner.call("GET", to(one))).status,
      ),
    );
    if (statuses.join() !== "400,400,400,400,404") wrong.push({ path, statuses });
  }
  expect(wrong).toEqual([]);
  expect(times).toBeGreaterThan(50);
});
/** Texts that occur only in the first account. */
const accountTexts = (): readonly string[] => [
  "Nadia N.",
  "VIP",
  "Sales",
  "note.txt",
  "192.0.2.44",
  integrator.url,
  fixture.parlour.owner.email,
];

it("[CORE-002] [R6] the running server has no route that the description, and so the matrix of rights, leaves out", () => {
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  // Public API documents (API-115).
  const documents = documentFiles.map((file) => `GET /api/v1/${file}`);
  // The socket by requests, whose frames asyncapi.json describes (CORE-490).
  const socket = ["GET", "POST"].map((method) => `${method} /api/v1/socket`);
  expect([...routes].filter((route) => route.includes(" /api/")).toSorted()).toEqual(
    [...described, ...documents, ...socket].toSorted(),
  );
  // Webhooks of WhatsApp and Telegram, and originals of mails. A server without one of these
  // connectors has no such routes.
  const connectorPrefixes = ["connectors", "mail", "telegram"];
  // Interfaces A, B and D, file URLs, reports of a telephony server, the page that unsubscribes
  // from emails, the MCP server with the endpoints of its clients (docs/spec/mcp.md), SCIM, the
  // help centre with its robots.txt, the chat page, the page that checks signed transcripts, and
  // the address for the event webhooks of an old system (MV-070).
  const otherPrefixes = new Set(
    [...routes]
      .filter((route) => !route.includes(" /api/"))
      .map((route) => route.split("/")[1] ?? "")
      .filter((prefix) => !connectorPrefixes.includes(prefix)),
  );
  expect([...otherPrefixes].toSorted()).toEqual([
    ".well-known",
    "bot",
    "calls",
    "channel",
    "chat",
    "files",
    "help",
    "mcp",
    "oauth",
    "parallel",
    "robots.txt",
    "saml",
    "scim",
    "script",
    "stop-mail",
    "verify",
    "widget",
    "widget-preview",
    "widget-test",
    "widget.js",
  ]);
});

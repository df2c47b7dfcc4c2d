import { readdirSync } from "node:fs";
import { samlKeys, startOidcProvider, type FakeOidcProvider } from "@parlour/testkit";
import type { Field, Fields } from "@parlour/protocol/settings/field";
import type { ListKind, SingleKind } from "@parlour/protocol/settings/kind";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceApi, type ServiceApi, type TestAccount } from "./api-fixture.ts";

/**
 * Changes every kind of settings in parallel. The kinds, their routes and their values come from
 * the declarations, so that a new kind is tested without a change here. A kind that needs more is
 * in one of the tables below.
 */

type Kind = (ListKind | SingleKind) & { readonly name: string };
const kindsFolder = new URL("../../protocol/src/settings/kinds/", import.meta.url);
const kinds: readonly Kind[] = (
  await Promise.all(
    readdirSync(kindsFolder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => import(new URL(file, kindsFolder).href) as Promise<object>),
  )
).flatMap((module) =>
  Object.entries(module).flatMap(([name, value]: [string, Partial<Kind> | undefined]) =>
    typeof value?.kind === "string" && typeof value.fields === "object"
      ? [{ ...(value as Kind), name }]
      : [],
  ),
);

let service: ServiceApi;
let acme: TestAccount;
let provider: FakeOidcProvider;
/** Ids that references name, by the kind of the row. */
const rows: Record<string, number | string> = {};
beforeAll(async () => {
  service = await startServiceApi();
  acme = await service.createAccount("acme");
  provider = await startOidcProvider(() => `${service.publicUrl}/signin/oidc`);
  await send("POST", "/instance/egress-allow", { add: [provider.host] });
  rows["operator"] = acme.ids.operator;
  rows["department"] = await create("departments", { name: "Care" });
  rows["channel"] = await create("channels", bodies["channel"]?.() ?? {});
  rows["segment"] = await create("segments", { name: "All", ...bodies["segment"]?.() });
  rows["article_section"] = await create("article-sections", { name: "Orders" });
});
afterAll(async () => {
  await provider.close();
  await service.close();
});

const send = (method: string, path: string, body?: object) =>
  service.call(method, path, { key: acme.keys.owner, ...(body && { body }) });
async function create(path: string, body: object): Promise<number | string> {
  const answer = await send("POST", `/${path}`, body);
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(201);
  return answer.body.id as number | string;
}

const note = [{ type: "note", text: "Hi" }];
/** What a new row, or a PUT, needs besides what follows from the declaration. */
const bodies: Readonly<Record<string, () => object>> = {
  channel: () => ({
    name: "App",
    endpoint_url: "https://shop.example/in",
    operators: [acme.ids.operator],
  }),
  widget: () => ({ kind: "widget", name: "Site", operators: [acme.ids.operator] }),
  botProvider: () => ({ contact: "ops@bots.example" }),
  cannedReply: () => ({ scope: "own" }),
  bot: () => ({ name: "Own bot", endpoint_url: "https://bots.example/own" }),
  trigger: () => ({ do: [{ type: "open" }] }),
  macro: () => ({ do: note, shared: "all" }),
  rule: () => ({ when: { event: "chat_created" }, do: note }),
  segment: () => ({ if: { fact: "visitor.email", op: "starts", value: "a" }, shared: "all" }),
  view: () => ({ if: { any: [] }, shared: "all" }),
  slaPolicy: () => ({ first_reply_s: 300 }),
  field: () => ({ object: "visitor", key: "company", kind: "text" }),
  operator: () => ({ role: "operator" }),
  blockListEntry: () => ({ kind: "phone", value: "+442079460001" }),
  scheduledReport: () => ({ report: "days", recipients: ["a@b.example"] }),
  oidc: () => ({ ...provider.client, issuer: provider.issuer }),
  saml: () => ({ sso_url: "https://id.example/sso", certificates: [samlKeys.first.certificate] }),
  mail: () => ({ host: "m.example", port: 587, tls: "starttls", from: "Shop <c@shop.example>" }),
  oauthClient: () => ({ provider: undefined, client_secret: "s3cret" }),
};
function toAudience(n: number): unknown {
  return n % 2 === 0 ? "all" : { department_id: rows["department"] };
}
/** Values of custom fields. */
const customValues: Readonly<Record<string, (n: number) => unknown>> = {
  "workingHours.week": (n) => ({ mon: [`0${n % 10}:00-18:00`] }),
  "macro.shared": toAudience,
  "segment.shared": toAudience,
  "view.shared": toAudience,
};
/** Kinds that the API cannot change, with the reason. */
const unchangeable: Readonly<Record<string, string>> = {
  apiKey: "keys are created and deleted, never changed",
  storage: "only the provisioning file sets it",
  forwarding: "its own routes under /imports/parallel/forwarding set all fields at once",
  connector: "a change asks the service: connectors.test.ts has the simulated ones",
};
/** Kinds without two fields that a request can change, with the reason. */
const oneField: Readonly<Record<string, string>> = {
  tag: "it has one field",
  security: "grace_days is null while second_factor is optional",
  mail: "PUT sets all fields",
  oauthClient: "PUT sets all fields",
};

const changeableKinds = kinds.filter(({ name }) => unchangeable[name] === undefined);
const isList = (kind: Kind): kind is ListKind & { readonly name: string } => "key" in kind;

/** Returns the n-th value of a field, or undefined if none follows from its declaration. */
function sample(kind: Kind, name: string, field: Field, n: number): unknown {
  const custom = customValues[`${kind.name}.${name}`];
  if (custom !== undefined) return custom(n);
  const { type } = field;
  if (type === "flag") return n % 2 === 1;
  if (type === "integer") return field.min + (n % (field.max - field.min + 1));
  if (type === "choice") return field.values[n % field.values.length];
  if (type === "choices") return [field.values[n % field.values.length]];
  if (type === "time") return new Date(service.clock.now() + (n + 1) * 86_400_000).toISOString();
  if (type === "text") return sampleText(field, n);
  if (type === "texts") {
    const text = sampleText(field, n);
    return text === undefined ? undefined : [text];
  }
  if (type === "references") return [rows[field.to]];
  if (type === "reference") return rows[field.to];
  return undefined;
}
function sampleText(
  { format, pattern }: { readonly format?: string; readonly pattern?: string },
  n: number,
): string | undefined {
  if (pattern !== undefined) return undefined;
  const texts: Readonly<Record<string, string | undefined>> = {
    email: `a${n}@acme.example`,
    domain: `d${n}.example`,
    folder: `Folder ${n}`,
    shortcut: `s${n}`,
    language: ["en", "fi", "de", "fr"][n % 4],
    url: `https://acme.example/${n}`,
    base_url: `https://acme.example/${n}`,
  };
  return format === undefined ? ["Europe/Paris", "Asia/Tokyo"][n % 2] : texts[format];
}
const isSettable = ({ set, only, type }: Field): boolean =>
  set === undefined && only !== "file" && type !== "secret" && type !== "credential";

/** A row or the settings of a kind. */
interface Target {
  readonly read: () => Promise<Readonly<Record<string, unknown>>>;
  readonly change: (body: object) => ReturnType<typeof send>;
}
type OpenTarget = Target & { readonly names: readonly string[] };
const targets = new Map<string, Promise<OpenTarget>>();
/** Creates the row of a kind once. `names`: fields that can be changed alone. */
function openTarget(kind: Kind): Promise<OpenTarget> {
  const open = async (): Promise<OpenTarget> => {
    const target = await createTarget(kind);
    return { ...target, names: await listChangeable(kind, target) };
  };
  let target = targets.get(kind.name);
  if (target === undefined) targets.set(kind.name, (target = open()));
  return target;
}
async function createTarget(kind: Kind): Promise<Target> {
  const whole = { ...requiredValues(kind), ...bodies[kind.name]?.() };
  const path = `/${kind.path}`;
  if (kind.name === "oauthClient") return putTarget(`${path}/google`, whole);
  if ("optional" in kind) return putTarget(path, whole);
  if (!isList(kind)) {
    const { within } = kind as SingleKind;
    const read = async () => {
      const { body } = await send("GET", path);
      return within === undefined ? body : body[within];
    };
    return { read, change: (body) => send("PATCH", path, body) };
  }
  const id = await create(kind.path, whole);
  return {
    async read() {
      const one = await send("GET", `${path}?limit=200`);
      return one.body.items.find((row: { id: unknown }) => row.id === id);
    },
    change: (body) => send("PATCH", `${path}/${id}`, body),
  };
}
const putTarget = (path: string, whole: object): Target => ({
  read: () => Promise.resolve({}),
  change: (body) => send("PUT", path, { ...whole, ...body }),
});
/** Values of the fields that a new row needs. */
const requiredValues = (kind: Kind): object =>
  Object.fromEntries(
    Object.entries(kind.fields as Fields).flatMap(([name, field]) => {
      const isNeeded = !("default" in field) && field.completed === undefined;
      const value = isNeeded && field.only !== "file" ? sample(kind, name, field, 0) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
function sampleOf(kind: Kind, name: string, n: number): unknown {
  const field = (kind.fields as Fields)[name];
  return field && sample(kind, name, field, n);
}
/** Returns fields that can be changed alone, and whose values can be read. */
async function listChangeable(kind: Kind, target: Target): Promise<readonly string[]> {
  const names: string[] = [];
  for (const [name, field] of Object.entries(kind.fields as Fields)) {
    if (!isSettable(field)) continue;
    const values = [1, 2].map((n) => sample(kind, name, field, n));
    let isKept = !isEqual(values[0], values[1]);
    for (const value of values) {
      if (!isKept) break;
      const answer = await target.change({ [name]: value });
      isKept = answer.status === 200 && isEqual((await target.read())[name], value);
    }
    if (isKept) names.push(name);
  }
  return names;
}

/** Returns the answer as one line, so that a difference is short. */
const toLine = ({ status, body }: Awaited<ReturnType<typeof send>>): string =>
  status === 200 ? "200" : `${status} ${JSON.stringify(body?.error)}`;

describe.each(changeableKinds)("$name", (kind) => {
  it.runIf(oneField[kind.name] === undefined)(
    `[CORE-466] two parallel changes of two fields of ${kind.label} both stay`,
    async () => {
      const { names, ...target } = await openTarget(kind);
      expect(names.length, `${kind.name} needs two fields with sample values`).toBeGreaterThan(1);
      for (let n = 0; n < names.length; n += 2) {
        const [first = "", second = names[0] ?? ""] = names.slice(n, n + 2);
        const before = await target.read();
        const expected = Object.fromEntries(
          [first, second].map((name) => {
            const values = [1, 2].map((m) => sampleOf(kind, name, m));
            return [name, values.find((value) => !isEqual(value, before[name]))];
          }),
        );
        const answers = await Promise.all(
          Object.entries(expected).map(([name, value]) => target.change({ [name]: value })),
        );
        expect(answers.map(toLine), `${first}, ${second}`).toEqual(["200", "200"]);
        expect(await target.read()).toMatchObject(expected);
      }
    },
  );
  it(`[API-576] eight parallel changes of ${kind.label} are all answered with 200`, async () => {
    const { names, change } = await openTarget(kind);
    const [name] = names;
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        change(name === undefined ? {} : { [name]: sampleOf(kind, name, 1 + (n % 2)) }),
      ),
    );
    expect(answers.map(toLine)).toEqual(answers.map(() => "200"));
  });
});

/** A route that changes something other than a kind, by two bodies. Or why it has no test here. */
interface OtherRoute {
  readonly open: () => Promise<string>;
  readonly changes: (n: number) => readonly [object, object];
  /** A field that no answer contains. */
  readonly hidden?: string;
}
const openChat = (): Promise<number> =>
  service.sendCustomerMessage(acme.id, Number(rows["channel"]), "c-1", "Hi");
const inHours = (hours: number): string =>
  new Date(service.clock.now() + hours * 3_600_000).toISOString();
const otherRoutes: Readonly<Record<string, OtherRoute | string>> = {
  "/accounts/:id": {
    open: () => Promise.resolve(`/accounts/${acme.id}`),
    changes: (n) => [{ allowed_addresses: [`a${n}@shop.example`] }, { suspended: false }],
  },
  "/articles/:id": {
    async open() {
      const text = { section_id: rows["article_section"], language: "en", title: "Oven" };
      return `/articles/${await create("articles", { ...text, body: "Hot" })}`;
    },
    changes: (n) => [{ title: `Oven ${n}` }, { body: `Hot ${n}` }],
  },
  "/chats/:id/scheduled-messages/:scheduled": {
    async open() {
      const path = `chats/${await openChat()}/scheduled-messages`;
      return `/${path}/${await create(path, { text: "Hello", send_at: inHours(1) })}`;
    },
    changes: (n) => [{ text: `Hello ${n}` }, { send_at: inHours(n + 2) }],
  },
  "/me": {
    open: () => Promise.resolve("/me"),
    changes: (n) => [{ name: `Olga ${n}` }, { language: n % 2 === 0 ? "en" : "ru" }],
    hidden: "language",
  },
  "/reminders/:id": {
    open: async () =>
      `/reminders/${await create("reminders", { text: "Call", due_at: inHours(1) })}`,
    changes: (n) => [{ text: `Call ${n}` }, { due_at: inHours(n + 2) }],
  },
  "/visitors/:number": {
    async open() {
      const { body } = await send("GET", `/chats/${await openChat()}`);
      return `/visitors/${body.visitor.number}`;
    },
    changes: (n) => [{ name: `Vera ${n}` }, { email: `vera${n}@shop.example` }],
  },
  "/chats/:id/messages/:seq": "it has one field",
  "/chats/:id/tags": "its parallel changes are in mcp.test.ts (API-580)",
  "/me/passkeys/:id": "it has one field",
  "/agents/:id/replays/:replay/results/:n": "it has one field",
};

/** Reads an object by its path, or in the list that contains it. */
async function readOther(path: string): Promise<object | undefined> {
  const one = await send("GET", path);
  if (one.status === 200) return one.body as object;
  const [, list = "", id] = /^(.*)\/(\w+)$/.exec(path) ?? [];
  const { body } = await send("GET", list);
  return body.items.find((row: { id: unknown }) => String(row.id) === id) as object | undefined;
}

describe("other objects", () => {
  it("[CORE-466] every PATCH route is of a kind of settings, or in the table", () => {
    const paths = new Set(kinds.map((kind) => `/${kind.path}`));
    const others = service.routes
      .filter(({ method }) => method === "PATCH")
      .map(({ url }) => url.replace("/api/v1", ""))
      .filter((url) => !paths.has(url.replace(/\/:\w+$/, "")));
    expect(others.toSorted()).toEqual(Object.keys(otherRoutes).toSorted());
  });
  it.each(Object.entries(otherRoutes).filter(([, route]) => typeof route === "object"))(
    "[CORE-466] [API-576] parallel changes of %s both stay, and are answered with 200",
    async (_, route) => {
      const { open, changes, hidden = "" } = route as OtherRoute;
      const path = await open();
      for (let n = 1; n <= 3; n++) {
        const bodies = changes(n);
        const answers = await Promise.all(bodies.map((body) => send("PATCH", path, body)));
        expect(answers.map(toLine)).toEqual(["200", "200"]);
        const stored = Object.entries((await readOther(path)) ?? {}).map(
          ([name, value]: [string, unknown]) => [
            name,
            // Contacts of visitors have their source.
            (value as { value?: unknown } | null)?.value ?? value,
          ],
        );
        const { [hidden]: _hidden, ...expected } = { ...bodies[0], ...bodies[1] } as Readonly<
          Record<string, unknown>
        >;
        expect(Object.fromEntries(stored)).toMatchObject(expected);
      }
      const many = Array.from({ length: 4 }, (_, n) => changes(n + 4)).flat();
      const answers = await Promise.all(many.map((body) => send("PATCH", path, body)));
      expect(answers.map(toLine)).toEqual(many.map(() => "200"));
    },
  );
  it("[API-577] a reminder is created while twelve writers change the help centre", async () => {
    let isCreated = false;
    const write = async (n: number): Promise<string[]> => {
      const lines: string[] = [];
      do lines.push(toLine(await send("PATCH", "/help-center", { title: `Help ${n}` })));
      while (!isCreated);
      return lines;
    };
    const writers = Promise.all(Array.from({ length: 12 }, (_, n) => write(n)));
    const reminder = { text: "Call", due_at: inHours(1) };
    const created = await send("POST", "/reminders", reminder).finally(() => (isCreated = true));
    expect(created.status).toBe(201);
    expect(new Set((await writers).flat())).toEqual(new Set(["200"]));
  });
});

import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { WebSocket } from "ws";
import { readMigrationSteps, type MigrationStep } from "../src/store/migration-steps.ts";
import { appChannel, provisioningText } from "./release-data-fixture.ts";
import { createHello, TestWindow } from "./widget-fixture.ts";

/**
 * Earlier commits of this repository as servers, and an installation of such a build with a row of
 * each kind that its service API can create.
 */

const checkout = fileURLToPath(new URL("../../../", import.meta.url));

/** A commit, checked out and installed. */
export interface EarlierBuild {
  /** Entry point of its server, which Node runs from the sources. */
  readonly entry: string;
  /** Operations of its service API, such as `POST /api/v1/tags`. */
  readonly operations: ReadonlySet<string>;
  /** Names of its folders of channels and interfaces, such as `telegram`. */
  readonly edges: ReadonlySet<string>;
}

/** Returns whether the history of git has the commit. A shallow clone may not have it. */
export const hasCommit = (commit: string): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: checkout }).status === 0;

const stepsFolder = "packages/server/src/store/migrations";

/** Returns the commits that added, changed or removed steps of the schema, since the baseline. */
export function listStepCommits(): readonly string[] {
  const read = (...args: readonly string[]) => run("git", args, checkout).trim().split("\n");
  const [first = ""] = read(
    "log",
    "--format=%h",
    "--diff-filter=A",
    "--",
    `${stepsFolder}/0001_baseline.sql`,
  );
  return [first, ...read("log", "--reverse", "--format=%h", `${first}..HEAD`, "--", stepsFolder)];
}

/** Reads the steps of the schema as they were at a commit. */
export function readStepsAt(commit: string, folder: string): Promise<readonly MigrationStep[]> {
  mkdirSync(folder, { recursive: true });
  run("sh", ["-c", `git archive ${commit} ${stepsFolder} | tar -x -C "${folder}"`], checkout);
  return readMigrationSteps(pathToFileURL(`${join(folder, stepsFolder)}/`));
}

/** Checks a commit out into a folder and installs what its server needs. */
export function prepareBuild(commit: string, folder: string): EarlierBuild {
  mkdirSync(folder, { recursive: true });
  run("sh", ["-c", `git archive ${commit} | tar -x -C "${folder}"`], checkout);
  const options = "--ignore-scripts --omit=dev --prefer-offline --no-audit --no-fund";
  run("npm", ["ci", ...options.split(" ")], folder);
  const describe = `import("./packages/server/src/openapi/service-api.ts").then(async (api) => console.log(JSON.stringify((await api.describeServiceApi()).paths)))`;
  const paths = JSON.parse(run(process.execPath, ["--eval", describe], folder)) as Record<
    string,
    object
  >;
  return {
    entry: join(folder, "packages/server/src/main.ts"),
    operations: new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    ),
    edges: new Set(run("ls", ["packages/server/src/edges"], folder).trim().split("\n")),
  };
}

function run(program: string, args: readonly string[], cwd: string): string {
  const done = spawnSync(program, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`${program} ${args.join(" ")}: ${done.stderr}`);
  return done.stdout;
}

const connectorSettings: Readonly<Record<string, string>> = {
  telegram: `bot_token: "12345:a-secret-token"`,
  viber: "auth_token: a-secret-token",
  whatsapp:
    "phone_number_id: '1', waba_id: '2', access_token: a-secret-token, app_secret: another-secret",
  messenger: "app_id: '1', app_secret: a-secret, access_token: a-token, account_id: '7'",
  sms: "gateway: twilio, sender: '+4915112345678', account: AC1, secret: a-secret-token",
  mail: "address: shop@shop.example, receive: smtp, send: installation",
};

/** API key of the owner. */
const apiKey = `pk_test_${"0".repeat(32)}`;

/** Writes the provisioning file of the releases' data, with a channel of each kind of the build. */
export function writeBuildConfig(folder: string, { edges }: EarlierBuild): Record<string, string> {
  const channels = Object.entries(connectorSettings)
    .filter(([kind]) => edges.has(kind))
    .map(
      ([kind, settings]) =>
        `  - { kind: ${kind}, name: ${kind}, operators: [ann@example.test], settings: { ${settings} } }\n`,
    );
  const key = `api_keys:\n  - { name: tests, key: ${apiKey}, operator: ann@example.test, scopes: ["*"] }\n`;
  const file = join(folder, "parlour.yaml");
  const text = provisioningText.replace("bot_providers:\n", `${channels.join("")}bot_providers:\n`);
  writeFileSync(file, `${text}${key}`, { mode: 0o600 });
  return { PARLOUR_CONFIG: file, MAIL_PASSWORD: "mailed" };
}

/** Calls the service API of a server with the owner's key. */
export type Call = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: unknown; text: string }>;

export function createCall(url: string): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text === "" ? null : JSON.parse(text) };
  };
}

type Ids = Readonly<Record<string, number>>;
/** One request that creates rows. `ids`: of earlier ones by path, of a chat and its visitor. */
type Creation = readonly [operation: string, create: (ids: Ids) => unknown];

const createForm = (name: string, text: string, type: string): FormData => {
  const form = new FormData();
  form.set("file", new File([text], name, { type }));
  return form;
};
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** All requests, in order. Those that a build does not have are left out. */
const creations: readonly Creation[] = [
  ["POST departments", () => ({ name: "Nights" })],
  ["POST tags", () => ({ name: "Later" })],
  ["POST statuses", () => ({ name: "Break" })],
  ["POST roles", () => ({ name: "Lead" })],
  ["POST operators", () => ({ name: "Cem", email: "cem@example.test", role: "operator" })],
  ["POST canned-replies", () => ({ shortcut: "bye", text: "Goodbye", scope: "account" })],
  ["POST channels", () => ({ kind: "widget", name: "Other site", operators: [1] })],
  ["POST fields", () => ({ object: "visitor", key: "company", kind: "text", name: "Company" })],
  ["POST views", () => ({ name: "Mine", if: { all: [] }, shared: "all" })],
  ["POST segments", () => ({ name: "All", if: { all: [] }, shared: "all" })],
  ["POST macros", () => ({ name: "Close", do: [{ type: "close" }], shared: "all" })],
  [
    "POST rules",
    () => ({
      name: "Rated",
      when: { event: "rated" },
      do: [{ type: "priority", priority: "high" }],
    }),
  ],
  ["POST triggers", () => ({ name: "Hi", if: null, do: [{ type: "invitation", text: "Hello" }] })],
  ["POST sla-policies", () => ({ name: "Fast", close_s: 60 })],
  [
    "POST scheduled-reports",
    () => ({ name: "Daily", report: "days", recipients: ["ann@example.test"] }),
  ],
  [
    "POST bot-providers",
    () => ({ name: "Day bot", contact: "day@bot.example", scope: "account", account_id: 1 }),
  ],
  ["POST webhooks", () => ({ url: "http://127.0.0.1:49002/other", name: "Other" })],
  ["POST api-keys", () => ({ name: "second" })],
  ["POST blacklist", () => ({ kind: "ip", value: "192.0.2.44" })],
  ["POST instance/egress-allow", () => ({ add: ["127.0.0.1:49003"] })],
  ["POST article-sections", () => ({ name: "Delivery" })],
  [
    "POST articles",
    (ids) => ({ section_id: ids["article-sections"], language: "en", title: "When", body: "Soon" }),
  ],
  ["POST agents", () => ({ name: "Agent" })],
  ["POST reminders", () => ({ text: "Call back", due_at: inAnHour() })],
  ["POST uploads", () => createForm("note.txt", "hello", "text/plain")],
  ["POST visitor-imports", () => createForm("people.csv", "Id,Name\nc9,Nadia", "text/csv")],
  ["POST imports/files", () => createForm("old.jsonl", '{"kind":"person","id":"1"}', "text/plain")],
  ["POST chats/{id}/accept", () => ({})],
  ["PUT chats/{id}/tags", (ids) => ({ tags: [ids["tags"]] })],
  ["PUT chats/{id}/read", () => ({ seq: 1 })],
  ["PUT chats/{id}/draft", () => ({ mode: "text", text: "We keep them", version: 1 })],
  ["PUT chats/{id}/priority", () => ({ priority: "high" })],
  ["PUT chats/{id}/promise", () => ({ until: inAnHour() })],
  [
    "POST chats/{id}/messages",
    (ids) => ({ kind: "text", text: "Yes, three pairs.", client_id: `t${ids["id"]}` }),
  ],
  [
    "POST chats/{id}/messages",
    (ids) => ({ kind: "note", text: "Asked before.", mentions: [], client_id: `n${ids["id"]}` }),
  ],
  [
    "POST chats/{id}/messages",
    (ids) => ({ kind: "file", upload_id: ids["uploads"], client_id: "file" }),
  ],
  ["POST chats/{id}/scheduled-messages", () => ({ text: "Still there?", send_at: inAnHour() })],
  ["POST calls", (ids) => ({ chat_id: ids["id"], phone: "+4930111222" })],
  ["PUT visitors/{number}/fields", () => ({ fields: { company: "Acme" } })],
];

/** Operations without an id that create no object of their own, or need another system. */
const otherOperations = new Set(
  [
    // Sign-in, sessions and keys of a person's device.
    "setup sessions sessions/passkey sessions/oidc sessions/saml sessions/switch invitations/accept password-resets",
    "me/confirm me/totp me/totp/confirm me/recovery-codes me/passkeys me/passkeys/options me/applications push/subscriptions",
    // Identity providers, services and other systems, which are asked when one is created.
    "instance/oidc instance/saml instance/saml/metadata channels/mail-sign-ins channels/mail-sign-ins/result",
    "bots imports imports/parallel site-imports emails model/test translate archive-answers article-drafts",
    // Checks, counts and attempts. Those with rows work in the background.
    "retention/dry-run triggers/dry-run rules/dry-run blacklist/check views/count segments/count call-settings/test",
    "instance/mail/test channels/connection-test channels/connection-lookup canned-replies/import articles/imports",
    "call-settings/rotate deliveries/replay chats/bulk instance/backup/runs accounts broadcasts",
  ].flatMap((line) => line.split(" ")),
);

/** Number of chats of the channel for programs. */
const chats = 40;
/** Texts of all visitors, which must be there after the upgrade. */
export const sentTexts: readonly string[] = [
  ...Array.from({ length: chats }, (_one, n) => `Is size ${n} back?`),
  "Hello from the site",
];

/**
 * Creates rows by the interfaces of the build: chats of visitors, and by the service API every kind
 * of object. Throws if the build has an operation that neither creates one nor is known.
 */
export async function fillInstallation(
  url: string,
  { operations }: EarlierBuild,
  call: Call,
): Promise<void> {
  const known = new Set(creations.map(([operation]) => operation));
  const unknown = [...operations]
    .filter((operation) => operation.startsWith("POST ") && !operation.includes("{"))
    .map((operation) => operation.replace("/api/v1/", ""))
    .filter((operation) => !known.has(operation) && !otherOperations.has(operation.slice(5)));
  if (unknown.length > 0) throw new Error(`no row is created by ${unknown.join(", ")}`);

  await sendMessages(url);
  const [chat] = await readItems(call, "chats?limit=200");
  const [visitor] = await readItems(call, "visitors");
  const ids: Record<string, number> = { id: chat?.id ?? 0, number: visitor?.number ?? 0 };
  for (const [operation, create] of creations) {
    const [method = "", path = ""] = operation.split(" ");
    if (!operations.has(`${method} /api/v1/${path}`)) continue;
    const target = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(ids[name]));
    const answer = await call(method, target, create(ids));
    if (answer.status >= 300)
      throw new Error(`${method} ${target}: ${answer.status} ${answer.text}`);
    const id = (answer.body as { id?: number } | null)?.id;
    if (id !== undefined && !path.includes("{")) ids[path] = id;
  }
}

async function sendMessages(url: string): Promise<void> {
  const { secret, publicId } = appChannel;
  for (const [n, text] of sentTexts.slice(0, chats).entries()) {
    const response = await fetch(`${url}/channel/${secret}/${publicId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ sender: { id: `c${n}` }, message: { type: "text", text } }),
    });
    if (response.status !== 200) throw new Error(await response.text());
  }
  const socket = new TestWindow(new WebSocket(`${url.replace("http", "ws")}/widget/socket`));
  await socket.opened;
  socket.send(createHello("WiDgEt1234", { origin: "https://shop.example.test" }));
  await socket.waitForWelcome();
  await socket.sendMessage("m1", sentTexts.at(-1) ?? "");
  await socket.close();
}

async function readItems(
  call: Call,
  path: string,
): Promise<readonly { readonly id: number; readonly number?: number }[]> {
  const { status, body, text } = await call("GET", path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return (body as { items: { id: number; number?: number }[] }).items;
}

/** Returns the paths of all lists that the build has of what it can create, and of its settings. */
export async function listAnswerPaths(
  { operations }: EarlierBuild,
  call: Call,
): Promise<readonly string[]> {
  const lists = creations.map(([operation]) => operation.replace(/^\w+ /, ""));
  const settings =
    "account working-hours routing call-settings retention instance/mail drafts visitors bots";
  const paths = [...new Set([...lists, ...settings.split(" ")])].filter(
    (path) => !path.includes("{") && operations.has(`GET /api/v1/${path}`),
  );
  const ids = (await readItems(call, "chats?limit=200")).map(({ id }) => id);
  return [...paths, "chats?limit=200", ...ids.map((id) => `chats/${id}/messages?limit=200`)];
}

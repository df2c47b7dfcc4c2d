import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { join } from "node:path";
import { startTestParlour, type TestParlour } from "@parlour/testkit";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { tmpdir } from "node:os";
import { writeN8nNodes } from "../../tools/release/n8n-node.ts";
import { runOperation, type NodeDescription } from "./n8n-executor.ts";

/** The nodes for n8n as the release packs them, against a real server. */

const require = createRequire(import.meta.url);
let parlour: TestParlour;
let folder: string;
let node: NodeDescription;
let credentials: Parameters<typeof runOperation>[1];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "parlour-n8n-"));
  parlour = await startTestParlour({ clock: "system" });
  await writeN8nNodes(folder);
  node = new (load<{ Parlour: new () => { description: NodeDescription } }>("Parlour").Parlour)()
    .description;
  const { ParlourApi } = require(join(folder, "credentials/ParlourApi.credentials.js")) as {
    ParlourApi: new () => {
      authenticate: { properties: { headers: Record<string, string> } };
    };
  };
  credentials = {
    values: { baseUrl: parlour.url, apiKey: parlour.owner.key },
    headers: new ParlourApi().authenticate.properties.headers,
  };
});
afterAll(async () => {
  await parlour.close();
  rmSync(folder, { recursive: true });
});

const load = <T>(name: string): T => require(join(folder, `nodes/${name}/${name}.node.js`)) as T;
const run = (operation: string, resource: string, inputs: object = {}) =>
  runOperation(node, credentials, { resource, operation, ...inputs });

test("[API-572] the release builds the package twice with the same bytes, and it contains what n8n loads", async () => {
  const other = mkdtempSync(join(tmpdir(), "parlour-n8n-"));
  onTestFinished(() => rmSync(other, { recursive: true }));
  await writeN8nNodes(other);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
  for (const name of files)
    expect(readFileSync(join(other, name)).equals(readFileSync(join(folder, name))), name).toBe(
      true,
    );
  const { n8n } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    n8n: { nodes: string[]; credentials: string[] };
  };
  expect(files).toEqual(expect.arrayContaining([...n8n.nodes, ...n8n.credentials]));
});

test("[API-572] each operation has a request, and each input of its path is an input of the node", () => {
  const choices = node.properties.filter(({ name }) => name === "operation");
  const operations = choices.flatMap(({ options = [] }) => options);
  expect(operations.length).toBeGreaterThan(80);
  expect(new Set(operations.map(({ value }) => value)).size).toBe(operations.length);
  const listInputs = (value: unknown): readonly string[] =>
    node.properties
      .filter(({ displayOptions }) => displayOptions?.show["operation"]?.includes(value))
      .map(({ name }) => name);
  for (const { value, routing } of operations) {
    const names = listInputs(value);
    expect(new Set(names).size, String(value)).toBe(names.length);
    for (const [, name] of routing?.request?.url?.matchAll(/\["(\w+)"\]/g) ?? [])
      expect(names, String(value)).toContain(name);
  }
});

test("[API-572] operations create, change, list in pages and delete on a server", async () => {
  const names = ["wholesale", "refund", "press"];
  for (const name of names) await run("createTag", "tags", { name });
  const all = (await run("listTags", "tags", {
    returnAll: true,
    filters: { limit: 2 },
  })) as { id: number; name: string }[];
  expect(all.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const page = await run("listTags", "tags", { filters: { limit: 2 } });
  expect(page).toHaveLength(2);
  const id = all.find(({ name }) => name === "press")?.id;
  await run("updateTag", "tags", { id: String(id), name: "media" });
  await run("deleteTag", "tags", { id: String(all.find(({ name }) => name === "refund")?.id) });
  const rest = (await run("listTags", "tags")) as { name: string }[];
  expect(rest.map(({ name }) => name).toSorted()).toEqual(["media", "wholesale"]);
  await expect(run("deleteTag", "tags", { id: "999999" })).rejects.toThrow("404");
  await expect(run("createTag", "tags", { name: "" })).rejects.toThrow("required");
});

interface TriggerContext {
  readonly [name: string]: unknown;
}
interface Trigger {
  readonly webhookMethods: {
    readonly default: Readonly<
      Record<"checkExists" | "create" | "delete", (this: TriggerContext) => Promise<boolean>>
    >;
  };
  webhook(this: TriggerContext): Promise<{ workflowData?: unknown[][]; noWebhookResponse?: true }>;
}

test("[API-572] [CORE-124] the trigger creates its webhook, accepts signed events, refuses others, and deletes the webhook", async () => {
  const { ParlourTrigger } = load<{ ParlourTrigger: new () => Trigger }>("ParlourTrigger");
  const trigger = new ParlourTrigger();
  const data: { secret?: string; webhookId?: number } = {};
  const received = Promise.withResolvers<{ headers: IncomingHttpHeaders; rawBody: Buffer }>();
  const server = await listen((headers, rawBody) => received.resolve({ headers, rawBody }));
  const { port } = server.address() as AddressInfo;
  await parlour.owner.call("POST", "instance/egress-allow", { add: [`127.0.0.1:${port}`] });
  const url = `http://127.0.0.1:${port}/webhook`;
  const context = {
    getWorkflowStaticData: () => data,
    getNodeWebhookUrl: () => url,
    getNodeParameter: () => ["chat_finished"],
    getCredentials: async () => credentials.values,
    getMode: () => "manual",
    helpers: {
      returnJsonArray: (json: unknown) => [{ json }],
      async httpRequestWithAuthentication(
        _name: string,
        request: { method: string; url: string; body?: object },
      ) {
        const path = request.url.replace(`${parlour.url}/api/v1/`, "");
        const answer = await parlour.owner.call(request.method, path, request.body);
        if (answer.status >= 300) throw Object.assign(new Error(), { httpCode: answer.status });
        return answer.body;
      },
    },
  };
  const { checkExists, create, delete: remove } = trigger.webhookMethods.default;
  expect(await checkExists.call(context)).toBe(false);
  expect(await create.call(context)).toBe(true);
  expect(data.secret).toMatch(/^whsec_/);
  expect(await checkExists.call(context)).toBe(true);

  await parlour.owner.call("POST", `webhooks/${data.webhookId ?? 0}/test`, {
    event: "chat_finished",
  });
  const { headers, rawBody } = await received.promise;
  const statuses: number[] = [];
  const handle = (body: Buffer, mode = "manual") =>
    trigger.webhook.call({
      ...context,
      getMode: () => mode,
      getRequestObject: () => ({ headers, rawBody: body }),
      getResponseObject: () => ({
        status: (status: number) => ({ end: () => statuses.push(status) }),
      }),
      getBodyData: () => JSON.parse(rawBody.toString()) as unknown,
    });
  expect((await handle(rawBody)).workflowData).toEqual([
    [
      {
        json: expect.objectContaining({
          event_name: "chat_finished",
          webhook_id: headers["webhook-id"],
        }) as unknown,
      },
    ],
  ]);
  expect(await handle(rawBody, "trigger")).toEqual({ webhookResponse: { result: "ok" } });
  expect(await handle(Buffer.concat([rawBody, Buffer.from(" ")]))).toEqual({
    noWebhookResponse: true,
  });
  expect(statuses).toEqual([401]);
  expect(await remove.call(context)).toBe(true);
  expect(data).toEqual({});
  expect(await checkExists.call(context)).toBe(false);
});

async function listen(
  onRequest: (headers: IncomingHttpHeaders, body: Buffer) => void,
): Promise<Server> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      onRequest(request.headers, Buffer.concat(parts));
      response.setHeader("content-type", "application/json").end('{"result":"ok"}');
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return server;
}

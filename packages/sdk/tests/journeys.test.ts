import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  findFreePort,
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { operationTable } from "../src/generated/operations.ts";
import { sendJson, startServer } from "./test-server.ts";
import { installPackedSdk, type PackedSdk, type RunningProgram } from "./packed-sdk.ts";

/** The samples with the SDK, run as a stranger would, together with a complete Parlour. */

const samplesFolder = fileURLToPath(new URL("../../../docs/integrate/samples/", import.meta.url));
const samples = readdirSync(samplesFolder).filter((name) => /^sdk-\w+\.ts$/.test(name));
let sdk: PackedSdk;
let parlour: TestParlour;
let integrator: FakeIntegrator;
const programs: RunningProgram[] = [];
beforeAll(async () => {
  [integrator, parlour] = await Promise.all([
    startIntegrator(),
    startTestParlour({ clock: "system" }),
  ]);
  sdk = installPackedSdk();
});
afterEach(async () => {
  for (const program of programs.splice(0)) await program.stop();
});
afterAll(async () => {
  sdk.remove();
  await parlour.close();
  await integrator.close();
});

async function start(
  file: string,
  env: Record<string, string>,
  text: string,
): Promise<RunningProgram> {
  const program = sdk.start(file, env);
  programs.push(program);
  await program.waitFor(text);
  return program;
}
/** Creates a resource through the service API, as an administrator's script would. */
async function createResource(path: string, body: object): Promise<Record<string, unknown>> {
  const created = await parlour.owner.call("POST", path, body);
  expect(created.status, created.text).toBe(201);
  return created.body as Record<string, unknown>;
}
async function allowPort(port: number): Promise<void> {
  const add = [`127.0.0.1:${port}`];
  const answer = await parlour.owner.call("POST", "instance/egress-allow", { add });
  expect(answer.status).toBe(200);
}
const readTexts = async (chat: number): Promise<readonly string[]> =>
  (await parlour.messages(chat)).map(({ text }) => text);

describe("the packed SDK", () => {
  test("[API-384] the samples have at most 20 lines each and compile in strict mode, as does a call of each operation", () => {
    expect(samples).toHaveLength(4);
    for (const name of samples)
      expect(
        readFileSync(join(samplesFolder, name), "utf8").trimEnd().split("\n").length,
        name,
      ).toBeLessThanOrEqual(20);
    const calls = Object.keys(operationTable).map(
      (name) =>
        `parlour.${name} satisfies (...parameters: never[]) => Promise<unknown>; isTyped<Awaited<ReturnType<Parlour["${name}"]>>>(true);\n`,
    );
    sdk.write(
      "operations.ts",
      `import { createParlour, type Parlour } from "@parlour/sdk";
type IsTyped<T> = 0 extends 1 & T ? false : unknown extends T ? false : true;
declare function isTyped<T>(value: IsTyped<T>): void;
const parlour = createParlour({ url: "http://localhost", apiKey: "k" });
${calls.join("")}
// @ts-expect-error: there is no such operation
parlour.listNothing;
// @ts-expect-error: the id is missing
void parlour.getChat({});
// @ts-expect-error: the body has no such field
void parlour.createTag({ body: { title: "VIP" } });
`,
    );
    expect(sdk.checkTypes([...samples, "operations.ts"])).toBe("");
  });

  test("[API-384] its modules import nothing but each other, so that they run in browsers and workers", () => {
    const folder = join(sdk.folder, "node_modules/@parlour/sdk/dist");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["index.js", "index.d.ts", "LICENSE"]));
    for (const name of files.filter((file) => /\.(?:js|d\.ts)$/.test(file)))
      for (const [, target] of readFileSync(join(folder, name), "utf8").matchAll(
        /(?<![".])\b(?:from|import) ?\(?"([^"\n]+)"/g,
      ))
        expect(target, name).toMatch(/^\.\.?\//);
    const { dependencies } = JSON.parse(
      readFileSync(join(sdk.folder, "node_modules/@parlour/sdk/package.json"), "utf8"),
    ) as { dependencies?: object };
    expect(dependencies).toBeUndefined();
  });
});

test("[API-384] its handlers and client run with the globals of a worker", async () => {
  const received: string[] = [];
  const server = await startServer((response, { path, body }) => {
    received.push(body === "" ? path : body);
    sendJson(response, 200, { result: "ok" });
  });
  const program = sdk.start("run-as-worker.mjs", { ADDRESS: server.url }, [
    "--experimental-vm-modules",
    "--no-warnings",
  ]);
  programs.push(program);
  await program.waitFor("\n");
  expect(JSON.parse(program.output())).toEqual([
    [200, { crm_link: "https://crm.example/7", result: "ok" }],
    [200, { error: { code: "duplicate", message: "I have it." } }],
    [200, { result: "ok" }],
    { result: "ok" },
  ]);
  expect(received).toEqual([expect.stringContaining("You wrote: Hi"), "/api/v1/chats/1"]);
});

describe("journeys", () => {
  test("[CH-030] [CH-071] sdk-channel.ts sends a customer's message and receives the reply", async () => {
    const port = await findFreePort();
    const channel = await parlour.channel(`http://127.0.0.1:${port}/parlour`);
    const env = {
      PORT: String(port),
      PARLOUR_SECRET: channel.secret,
      INBOUND_URL: channel.inboundUrl,
    };
    const program = await start("sdk-channel.ts", env, "ready");
    await expect
      .poll(() =>
        parlour.findChat("cust-881").then(
          ({ id }) => id,
          () => 0,
        ),
      )
      .toBeGreaterThan(0);
    const chat = await parlour.findChat("cust-881");
    expect(await readTexts(chat.id)).toContain("Is size 42 back in stock?");
    const { owner } = parlour;
    expect((await owner.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
    const message = { kind: "text", text: "Yes, three pairs left.", client_id: "r1" };
    expect((await owner.call("POST", `chats/${chat.id}/messages`, message)).status).toBe(201);
    await program.waitFor("Ann to cust-881: Yes, three pairs left.");
  });

  test("[BOT-012] [BOT-070] sdk-bot.ts replies to a customer, calls an operator and continues without one", async () => {
    const port = await findFreePort();
    await allowPort(port);
    const channel = await parlour.channel(`${integrator.url}/chat`);
    const provider = await createResource("bot-providers", { name: "SDK", contact: "a@b.example" });
    const bot = await createResource("bots", {
      provider_id: provider["id"],
      token: "token-of-the-sdk-sample",
      endpoint_url: `http://127.0.0.1:${port}/events`,
      name: "SDK",
      channels: [channel.id],
    });
    const env = {
      PORT: String(port),
      PARLOUR_SECRET: String(bot["signing_secret"]),
      // The address has the origin of PUBLIC_URL. The test calls the server directly.
      PARLOUR_ADDRESS: `${parlour.url}${new URL(String(bot["address"])).pathname}`,
    };
    await start("sdk-bot.ts", env, "ready");
    await parlour.sendCustomerMessage(channel, "cust-bot", "Where is my parcel?");
    const chat = await parlour.findChat("cust-bot");
    expect(chat.state).toBe("bot");
    await expect
      .poll(() => readTexts(chat.id))
      .toContain("Is it about an order, or do you want a person?");
    await parlour.sendCustomerMessage(channel, "cust-bot", "A person, please");
    await expect
      .poll(() => readTexts(chat.id))
      .toContain("Nobody is available now. What is your email address?");
    const removed = await parlour.owner.call("DELETE", `bots/${String(bot["id"])}`);
    expect(removed.status).toBeLessThan(300);
  });

  test("[WH-042] [WH-073] sdk-webhook.ts verifies events, and its data reaches the operator", async () => {
    const port = await findFreePort();
    await allowPort(port);
    const channel = await parlour.channel(`${integrator.url}/chat`);
    const webhook = await createResource("webhooks", { url: `http://127.0.0.1:${port}/events` });
    const env = { PORT: String(port), PARLOUR_SECRET: String(webhook["signing_secret"]) };
    const program = await start("sdk-webhook.ts", env, "ready");
    await parlour.sendCustomerMessage(channel, "cust-hook", "Hi", { sender: { name: "Nadia" } });
    const chat = await parlour.findChat("cust-hook");
    const { owner } = parlour;
    expect((await owner.call("POST", `chats/${chat.id}/accept`)).status).toBe(200);
    await expect
      .poll(async () => (await owner.call("GET", `chats/${chat.id}`)).text)
      .toContain("3 open for Nadia");
    expect((await owner.call("POST", `chats/${chat.id}/close`)).status).toBe(200);
    await program.waitFor(`${chat.id} has ended`);
  });

  test("[API-101] [API-102] sdk-events.ts follows messages, adds a note once, and continues after a restart", async () => {
    const channel = await parlour.channel(`${integrator.url}/chat`);
    const { cursor } = (await parlour.owner.call("GET", "events")).body as { cursor: string };
    sdk.write("cursor.txt", cursor);
    await parlour.sendCustomerMessage(channel, "cust-events", "Where is my parcel?");
    const chat = await parlour.findChat("cust-events");
    const env = { PARLOUR_URL: parlour.url, PARLOUR_KEY: parlour.owner.key };
    const note = "Parcel 4711 arrives tomorrow.";
    const countNotes = async () =>
      (await readTexts(chat.id)).filter((text) => text === note).length;
    const first = sdk.start("sdk-events.ts", env);
    programs.push(first);
    await expect.poll(countNotes).toBe(1);
    await first.stop();
    await parlour.sendCustomerMessage(channel, "cust-events", "My parcel, please!");
    programs.push(sdk.start("sdk-events.ts", env));
    await expect.poll(countNotes).toBe(2);
    expect(first.output()).not.toContain("Error");
  });
});

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import {
  chooseSeed,
  createSeededRandom,
  findFreePort,
  isLongRun,
  startCuttingProxy,
  startTestParlour,
  type CuttingProxy,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  okResponse,
  runConformance,
  startEndpoint,
} from "../../packages/lab/src/conformance/endpoint.fixture.ts";
import {
  sdkPython,
  sdkSources,
  startSample,
} from "../../packages/lab/src/conformance/sample.fixture.ts";
import { describeServiceApi } from "../../packages/server/src/openapi/service-api.ts";

/**
 * The Python SDK: its own tests, its samples beside a whole Parlour, and its event feed over
 * connections that are cut. Without Python or httpx (scripts/launch/python.js), all are skipped.
 */
const testsFolder = fileURLToPath(new URL("../../sdk/python/tests/", import.meta.url));
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const python = sdkPython ?? "python3";
/**
 * Each client of httpx reads all certificate authorities of the machine, which takes 80 ms of CPU.
 * This folder contains none, and no test uses TLS.
 */
const withoutAuthorities = { SSL_CERT_DIR: testsFolder };
/** Cuts of each reader. */
const minCuts = isLongRun ? 1_000 : 40;

let parlour: TestParlour;
const cleanUps: (() => unknown)[] = [];
const addCleanUp = (end: () => unknown): void => void cleanUps.push(end);
beforeAll(async () => {
  if (sdkPython === null) return;
  const port = await findFreePort();
  parlour = await startTestParlour({ clock: "system", env: { PORT: String(port) } });
});
afterAll(() => parlour?.close());
afterEach(async () => {
  for (const end of cleanUps.splice(0).toReversed()) await end();
});

describe.skipIf(sdkPython === null)("Python SDK", () => {
  test.each([
    ["[API-005] [API-004] [CORE-134] requests, repeats, errors and pages", "test_client"],
    ["[API-388] [API-390] the event feed over lost connections", "test_feed"],
    ["[CORE-124] [WH-073] signatures", "test_signatures"],
    ["[WH-063] [BOT-020] [CH-080] handlers and the servers around them", "test_handlers"],
  ])("%s", async (_title, module) => {
    const folder = mkdtempSync(join(tmpdir(), "parlour-python-"));
    addCleanUp(() => rmSync(folder, { recursive: true, force: true }));
    const document = join(folder, "openapi.json");
    writeFileSync(document, JSON.stringify(await describeServiceApi()));
    const done = spawnSync(python, ["-W", "error", "-m", "unittest", module], {
      cwd: testsFolder,
      env: {
        ...withoutAuthorities,
        PATH: process.env["PATH"],
        PYTHONPATH: sdkSources,
        PARLOUR_DOCUMENT: document,
      },
      encoding: "utf8",
      timeout: 120_000,
    });
    expect(done.stderr).toMatch(/Ran [1-9]\d* tests? in .*\n\nOK\n$/);
    expect(done.status).toBe(0);
  });
});

describe.skipIf(sdkPython === null)("samples with the Python SDK beside a whole Parlour", () => {
  test("[CH-031] [CH-080] sdk_channel.py sends a customer's message and receives the reply", async () => {
    const port = await findFreePort();
    const channel = await parlour.channel(`http://127.0.0.1:${port}/parlour`);
    await startSample(
      "sdk_channel.py",
      port,
      { INBOUND_URL: channel.inboundUrl, PARLOUR_SECRET: channel.secret },
      addCleanUp,
    );
    await expect.poll(async () => (await parlour.findChat("cust-881")).id ?? 0).toBeGreaterThan(0);
    const chat = await parlour.findChat("cust-881");
    expect(chat.visitor.name?.value).toBe("Nadia Ross");
    await callApi("POST", `chats/${chat.id}/messages`, {
      kind: "text",
      text: "Yes, three pairs left.",
      client_id: "reply-1",
    });
    const readStates = async (): Promise<unknown> =>
      (await parlour.messages(chat.id)).map(({ text, delivery }) => [text, delivery?.state]);
    await expect.poll(readStates).toEqual(
      expect.arrayContaining([
        ["Is size 42 back in stock?", undefined],
        ["Yes, three pairs left.", "delivered"],
      ]),
    );
  });

  test("[BOT-012] [BOT-051] [BOT-070] sdk_bot.py answers customers and calls an operator", async () => {
    const channel = await parlour.channel("http://127.0.0.1:65000/nowhere");
    const port = await findFreePort();
    await callApi("POST", "instance/egress-allow", { add: [`127.0.0.1:${port}`] });
    const provider = await callApi("POST", "bot-providers", {
      name: "SDK",
      contact: "a@bot.example",
    });
    const bot = await callApi("POST", "bots", {
      provider_id: provider["id"],
      token: "token-of-the-sdk",
      endpoint_url: `http://127.0.0.1:${port}/events`,
      name: "SDK",
    });
    addCleanUp(() => callApi("DELETE", `bots/${String(bot["id"])}`));
    // The address has the origin of PUBLIC_URL. The test calls the server directly.
    const address = `${parlour.url}${new URL(String(bot["address"])).pathname}`;
    const env = { PARLOUR_ADDRESS: address, PARLOUR_SECRET: String(bot["signing_secret"]) };
    await startSample("sdk_bot.py", port, env, addCleanUp);
    await parlour.sendCustomerMessage(channel, "sdk-bot", "Where is my parcel?");
    const chat = await parlour.findChat("sdk-bot");
    const readTexts = async (): Promise<readonly string[]> =>
      (await parlour.messages(chat.id)).map(({ title = "", text }) => title + text);
    await expect.poll(readTexts).toContainEqual(expect.stringContaining("What is it about?"));
    await parlour.sendCustomerMessage(channel, "sdk-bot", "A person, please");
    // No operator is online, so the bot receives AGENT_UNAVAILABLE and keeps the chat.
    const readCodes = async (): Promise<readonly (string | undefined)[]> =>
      (await parlour.messages(chat.id)).map(({ line }) => line?.code);
    await expect.poll(readCodes).toContain("invite_unavailable");
  });

  test("[WH-042] [CORE-124] sdk_webhook.py shows its data to the operator", async () => {
    const channel = await parlour.channel("http://127.0.0.1:65000/nowhere");
    const port = await findFreePort();
    await callApi("POST", "instance/egress-allow", { add: [`127.0.0.1:${port}`] });
    const webhook = await callApi("POST", "webhooks", { url: `http://127.0.0.1:${port}/events` });
    addCleanUp(() => callApi("DELETE", `webhooks/${String(webhook["id"])}`));
    const env = { PARLOUR_SECRET: String(webhook["signing_secret"]) };
    await startSample("sdk_webhook.py", port, env, addCleanUp);
    await parlour.sendCustomerMessage(channel, "sdk-webhook", "Hello", { sender: { name: "Ben" } });
    const chat = await parlour.findChat("sdk-webhook");
    await callApi("POST", `chats/${chat.id}/accept`);
    await expect
      .poll(async () => JSON.stringify(await callApi("GET", `chats/${chat.id}`)))
      .toContain("3 open for Ben");
  });

  test("[API-387] [API-004] sdk_events.py follows events and writes a note", async () => {
    const channel = await parlour.channel("http://127.0.0.1:65000/nowhere");
    const { cursor } = await callApi("GET", "events");
    await parlour.sendCustomerMessage(channel, "sdk-events", "I want a refund");
    const chat = await parlour.findChat("sdk-events");
    const child = spawn(
      python,
      ["-u", join(testsFolder, "../../../docs/integrate/samples/sdk_events.py")],
      {
        env: {
          ...withoutAuthorities,
          PATH: process.env["PATH"],
          PYTHONPATH: sdkSources,
          PARLOUR_URL: parlour.url,
          PARLOUR_KEY: parlour.owner.key,
          CURSOR: String(cursor),
        },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    addCleanUp(() => child.kill("SIGKILL"));
    const readNotes = async (): Promise<readonly string[]> =>
      (await parlour.messages(chat.id))
        .filter(({ kind }) => kind === "note")
        .map(({ text }) => text);
    await expect.poll(readNotes).toEqual(["Refunds: at most 30 days."]);
    await parlour.sendCustomerMessage(channel, "sdk-events", "A REFUND, please");
    await expect.poll(readNotes).toHaveLength(2);
  });
});

describe.skipIf(sdkPython === null)("samples with the Python SDK against conformance", () => {
  const channelServer = async (): Promise<string> => {
    const { url, close } = await startEndpoint(() => okResponse);
    addCleanUp(close);
    return url;
  };
  test("[CORE-124] [CH-080] sdk_channel.py passes every check of a channel's endpoint", async () => {
    const env = { PARLOUR_SECRET: secret, INBOUND_URL: await channelServer() };
    const { url } = await startSample("sdk_channel.py", await findFreePort(), env, addCleanUp);
    const result = await runConformance("channel", `${url}/parlour`, "--secret", secret);
    expect([result.broken, result.code]).toEqual([[], 0]);
  });

  test("[CORE-124] [WH-073] sdk_webhook.py passes every check of a receiver", async () => {
    const env = { PARLOUR_SECRET: secret };
    const { url } = await startSample("sdk_webhook.py", await findFreePort(), env, addCleanUp);
    const result = await runConformance("webhook", `${url}/events`, "--secret", secret);
    expect([result.broken, result.code]).toEqual([[], 0]);
  });

  test("[CLI-001] sdk_bot.py passes every check of a bot", async () => {
    const port = await findFreePort();
    const address = `http://127.0.0.1:${port}/bot/webhooks/conformance/token`;
    const env = { PARLOUR_SECRET: secret, PARLOUR_ADDRESS: address };
    const { url } = await startSample("sdk_bot.py", await findFreePort(), env, addCleanUp);
    const addresses = ["--listen", String(port), "--token", "token", "--secret", secret];
    const words = ["--invite", "A person, please", "--wait", "5"];
    const result = await runConformance("bot", `${url}/events`, ...addresses, ...words);
    expect([result.broken, result.code]).toEqual([[], 0]);
    const findings = result.report.findings.filter(({ rule }) => rule === "BOT-070");
    expect(findings.map(({ outcome }) => outcome)).toContain("passed");
  });
});

describe.skipIf(sdkPython === null)("event feed of the Python SDK", () => {
  test("[API-387] [API-390] over many cuts at random bytes, both clients yield every event once", async () => {
    const channel = await parlour.channel("http://127.0.0.1:65000/nowhere");
    const random = createSeededRandom(chooseSeed());
    const { cursor } = await callApi("GET", "events");
    const readers = await Promise.all(
      ["sync", "async"].map(async (kind) => {
        // From a cut inside the headers to several events.
        const proxy = await startCuttingProxy(parlour.port, () => 1 + Math.floor(random() * 6_000));
        addCleanUp(() => proxy.close());
        return startReader(kind, proxy, String(cursor));
      }),
    );
    for (let i = 0; i < 80 || readers.some(({ proxy }) => proxy.cuts() < minCuts); i++)
      expect(
        (await parlour.sendCustomerMessage(channel, `cut-${i % 20}`, `Text ${i} é`.repeat(20)))
          .status,
      ).toBe(200);
    const head = getPosition(String((await callApi("GET", "events"))["cursor"]));
    for (const { proxy } of readers) proxy.stopCutting();
    const [epoch = "", first = ""] = String(cursor).split(":");
    const expected = Array.from({ length: head - Number(first) }, (_, i) => {
      const position = Number(first) + 1 + i;
      return `${epoch}:${position} ${position}`;
    });
    expect(expected.length).toBeGreaterThan(80);
    for (const { lines } of readers)
      await expect.poll(() => lines.at(-1), { interval: 20 }).toBe(expected.at(-1));
    for (const { lines } of readers) expect(lines).toEqual(expected);
  });
});

const getPosition = (cursor: string): number => Number(cursor.split(":")[1]);

/** Starts a program that prints each event of the feed, through a proxy. */
function startReader(
  kind: string,
  proxy: CuttingProxy,
  cursor: string,
): { readonly proxy: CuttingProxy; readonly lines: readonly string[] } {
  const lines: string[] = [];
  const child = spawn(python, ["-u", "read_feed.py", kind, proxy.url, parlour.owner.key, cursor], {
    cwd: testsFolder,
    env: { ...withoutAuthorities, PATH: process.env["PATH"], PYTHONPATH: sdkSources },
    stdio: ["ignore", "pipe", "inherit"],
  });
  addCleanUp(() => child.kill("SIGKILL"));
  createInterface(child.stdout).on("line", (line) => lines.push(line));
  return { proxy, lines };
}

/** Calls the service API as an administrator's script would. Returns the body of a 2xx response. */
async function callApi(
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await parlour.owner.call(method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body as Record<string, unknown>;
}

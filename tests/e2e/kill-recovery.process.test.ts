import { join } from "node:path";
import {
  findFreePort,
  createPreparedDataDir,
  removeDataDir,
  startIntegrator,
  startServerProcess,
  startFaultProxy,
  type FaultProxy,
  type FakeIntegrator,
  type ServerProcess,
  writeProvisioningFile,
} from "@parlour/testkit";
import type { Chat, Message } from "@parlour/protocol";
import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageBubble, messageField, waitUntilLive, reconnect } from "./inbox-fixture.ts";
import { openRestartableBrowser, type RestartableBrowser } from "./restartable-browser.ts";
import { createPng } from "./media-samples.ts";

/** Number of kills at random instants; the long run has more. */
const killCycles =
  process.env["KILL_CYCLES"] === undefined ? 0 : Math.min(30, Number(process.env["KILL_CYCLES"]));
const apiKey = `pk_test_${"0".repeat(32)}`;
const password = "correct horse battery staple";
const channelPath = "k3yk3yk3yk3yk3yk3yk3yk3y/AbCdEf1234";

let integrator: FakeIntegrator;
let dataDir: string;
let port: number;
let serverProcess: ServerProcess;
let browser: RestartableBrowser;
let proxy: FaultProxy;
/** The proxy between browser and server, which can interrupt the connection. */
const getProxyUrl = (): string => `http://127.0.0.1:${proxy.port}`;
const getServerUrl = (): string => `http://127.0.0.1:${port}`;

beforeAll(async () => {
  [integrator, port] = await Promise.all([startIntegrator(), findFreePort()]);
  proxy = await startFaultProxy(port);
  dataDir = createPreparedDataDir();
  writeProvisioningFile(dataDir, { key: apiKey, password, integratorUrl: integrator.url });
  [browser] = await Promise.all([openRestartableBrowser(), startServer()]);
  await signIn();
});
afterAll(async () => {
  await browser.close();
  await serverProcess.stop();
  await proxy.close();
  await integrator.close();
  removeDataDir(dataDir);
});

const startServer = async (): Promise<void> => {
  serverProcess = await startServerProcess({
    dataDir,
    port,
    withinMs: 60_000,
    env: {
      PARLOUR_CONFIG: join(dataDir, "parlour.yaml"),
      PUBLIC_URL: getProxyUrl(),
      LOG_LEVEL: "fatal",
    },
  });
};
/** A killed browser may lose a cookie that is less than half a minute old. */
const signIn = async (): Promise<void> => {
  const answer = await browser.context().request.post(`${getProxyUrl()}/api/v1/sessions`, {
    data: { email: "ann@example.test", password },
    headers: { origin: getProxyUrl() },
  });
  expect(answer.status(), await answer.text()).toBe(200);
};
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${getServerUrl()}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true);
  return (await response.json()) as T;
}
/** Creates a chat of the owner with a new customer. */
async function createChat(customer: string): Promise<number> {
  const response = await fetch(`${getServerUrl()}/channel/${channelPath}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      sender: { id: customer, name: customer },
      message: { type: "text", text: "Hello" },
    }),
  });
  expect(response.status).toBe(200);
  const { items } = await call<{ items: Chat[] }>("GET", "/chats?limit=200");
  const { id } = items.find(({ visitor }) => visitor.name?.value === customer) ?? { id: 0 };
  await call("POST", `/chats/${id}/accept`, {});
  return id;
}
const openChat = async (id: number): Promise<Page> => {
  const page = await browser.openTab(`${getProxyUrl()}/inbox/mine/${id}`);
  await messageField(page).waitFor();
  return page;
};
const sendMessage = async (page: Page, text: string): Promise<void> => {
  await messageField(page).fill(text);
  await messageField(page).press("Enter");
  await messageBubble(page, text).waitFor();
};
const fileTray = (page: Page) => page.getByRole("list", { name: "Files to send" });
const chooseFile = (page: Page, name: string, side = 64) =>
  page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "image/png", buffer: createPng(side, side) });
const deliveredMark = (page: Page, text: string) =>
  messageBubble(page, text).getByText("Delivered", { exact: true }).waitFor();
/** Returns the operators' messages by seq: the text, or the name of the file. */
async function listStoredTexts(id: number): Promise<string[]> {
  const all: Message[] = [];
  for (let more = true; more;) {
    const { items } = await call<{ items: Message[] }>(
      "GET",
      `/chats/${id}/messages?after=${all.at(-1)?.seq ?? 0}&limit=200`,
    );
    all.push(...items);
    more = items.length > 0;
  }
  return all
    .filter(({ author }) => author.kind === "operator")
    .map(
      ({ text, media }) => text || (media && "file_name" in media ? String(media.file_name) : ""),
    );
}
/**
 * Returns the messages that the integrator received, each id once: a delivery may be repeated
 * (CH-081) with the same id.
 */
function listReceivedTexts(customer: string): string[] {
  const textById = new Map<string, string>();
  for (const { body } of integrator.messages()) {
    if (body === "") continue;
    const { recipient, message: one } = JSON.parse(body) as {
      recipient: { id: string };
      message: { id: string | number; text?: string; file_name?: string };
    };
    if (recipient.id === customer) textById.set(String(one.id), one.text ?? one.file_name ?? "");
  }
  return [...textById.values()];
}
/** Reads the database of this device: all entries by the names of the stores. */
const readDeviceDatabase = (page: Page): Promise<Record<string, unknown[]>> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error("not read"));
      });
    const database = await settled(indexedDB.open("parlour"));
    const entries = await Promise.all(
      [...database.objectStoreNames].map(
        async (name) =>
          [
            name,
            (await settled(database.transaction(name).objectStore(name).getAll())) as unknown[],
          ] as const,
      ),
    );
    database.close();
    return Object.fromEntries(entries);
  });
const countDeviceEntries = async (page: Page): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await readDeviceDatabase(page)).map(([name, all]) => [name, all.length]),
  );
const listDeviceDrafts = async (page: Page): Promise<string[]> =>
  ((await readDeviceDatabase(page))["drafts"] as { text: string }[]).map(({ text }) => text);

test.runIf(isLongRun)(
  "[API-045] [CORE-044] a killed browser: drafts of both modes, chosen files and queued messages are there again, and go out once, in order",
  async () => {
    const [first, second] = [await createChat("kill-one"), await createChat("kill-two")];
    const page = await openChat(second);
    await page.getByRole("row").filter({ hasText: "kill-one" }).click();
    await page.locator(`section.conversation[data-chat="${first}"]`).waitFor();
    await messageField(page).waitFor();
    await waitUntilLive(page);
    proxy.setMode("cut");
    await page.getByRole("button", { name: /^Offline since/ }).waitFor();
    for (const text of ["one", "two", "three"]) await sendMessage(page, text);
    await page.getByRole("row").filter({ hasText: "kill-two" }).click();
    await page.locator(`section.conversation[data-chat="${second}"]`).waitFor();
    await chooseFile(page, "queued.png");
    await fileTray(page).getByText("Waiting for connection").waitFor();
    await sendMessage(page, "with a picture");
    await sendMessage(page, "and words behind");
    await chooseFile(page, "chosen.png");
    await fileTray(page).getByText("chosen.png").waitFor();
    await messageField(page).pressSequentially("half a reply", { delay: 15 });
    await page.getByRole("tab", { name: "Note" }).click();
    await page
      .getByRole("textbox", { name: "Note", exact: true })
      .pressSequentially("only for us", { delay: 15 });
    // A kill may only lose text that was typed at the same moment.
    await expect.poll(() => countDeviceEntries(page)).toMatchObject({ outbox: 5, staged: 1 });
    for (const text of ["half a reply", "only for us"])
      await expect.poll(() => listDeviceDrafts(page)).toContain(text);
    await browser.kill();

    proxy.setMode("pass");
    await browser.start();
    await signIn();
    const again = await openChat(second);
    for (const text of ["with a picture", "and words behind"]) await deliveredMark(again, text);
    await expect.poll(() => messageField(again).inputValue()).toBe("half a reply");
    await fileTray(again).getByText("Ready to send").waitFor();
    await again.getByRole("tab", { name: "Note" }).click();
    await expect
      .poll(() => again.getByRole("textbox", { name: "Note", exact: true }).inputValue())
      .toBe("only for us");
    await again.getByRole("tab", { name: "Reply" }).click();
    await messageField(again).press("Enter");
    await deliveredMark(again, "half a reply");
    // Each chat has its own lane.
    await expect.poll(() => listStoredTexts(first)).toEqual(["one", "two", "three"]);
    expect(await listStoredTexts(second)).toEqual([
      "with a picture",
      "and words behind",
      "half a reply",
    ]);
    await expect.poll(() => listReceivedTexts("kill-one")).toEqual(["one", "two", "three"]);
    expect(listReceivedTexts("kill-two")).toEqual([
      "with a picture",
      "and words behind",
      "half a reply",
    ]);
    await expect.poll(() => countDeviceEntries(again)).toMatchObject({ outbox: 0, staged: 0 });
    await expect.poll(() => listDeviceDrafts(again)).not.toContain("half a reply");

    // Drafts that were sent or cleared do not return, even if the browser had not written the
    // change to disk.
    await browser.kill();
    await browser.start();
    await signIn();
    const third = await openChat(second);
    await waitUntilLive(third);
    await expect.poll(() => messageField(third).inputValue()).toBe("");
    expect(await fileTray(third).count()).toBe(0);
    expect(await listStoredTexts(second)).toHaveLength(3);
    await third.close();
  },
);

test("[CORE-042] [CORE-044] server and database killed while two tabs send and a file is under way: all of it goes out once, in order, and drafts stay", async () => {
  const [first, second] = [await createChat("server-one"), await createChat("server-two")];
  const [one, two] = [await openChat(first), await openChat(second)] as const;
  await Promise.all([one, two].map(waitUntilLive));
  // The upload takes as long as killing the server.
  const line = await two.context().newCDPSession(two);
  await line.send("Network.enable");
  const pace = (bytes: number) =>
    line.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await pace(2000);
  await chooseFile(two, "large.png", 700);
  await fileTray(two).getByRole("progressbar", { name: "Uploading large.png" }).waitFor();
  await Promise.all([sendMessage(one, "a1"), sendMessage(two, "the picture")]);
  await messageField(one).fill("a2");
  await messageField(two).fill("b1");
  await Promise.all([
    messageField(one).press("Enter"),
    messageField(two).press("Enter"),
    serverProcess.kill("both"),
  ]);
  await sendMessage(one, "a3");
  await messageBubble(two, "b1").waitFor();
  await messageField(two).pressSequentially("a draft at every key");
  await pace(-1);
  await startServer();
  for (const page of [one, two]) await reconnect(page);
  for (const text of ["a1", "a2", "a3"]) await deliveredMark(one, text);
  for (const text of ["the picture", "b1"]) await deliveredMark(two, text);
  expect(await listStoredTexts(first)).toEqual(["a1", "a2", "a3"]);
  expect(await listStoredTexts(second)).toEqual(["the picture", "b1"]);
  expect([listReceivedTexts("server-one"), listReceivedTexts("server-two")]).toEqual([
    ["a1", "a2", "a3"],
    ["the picture", "b1"],
  ]);
  await expect.poll(() => messageField(two).inputValue()).toBe("a draft at every key");
  await expect
    .poll(async () => JSON.stringify(await call("GET", "/drafts")))
    .toContain("a draft at every key");
  for (const page of [one, two]) await page.close();
  expect(browser.faults).toEqual([]);
});

test.runIf(killCycles > 0)(
  `[CORE-042] [CORE-044] [API-045] ${killCycles} kills of browser, server or both at random instants: what was written is sent once, in order, or still in its field`,
  { timeout: 1_200_000 },
  async () => {
    const random = createSeededRandom(20_261_121);
    const id = await createChat("random");
    const kinds = ["browser", "server", "both"] as const;
    const sent: string[] = [];
    /** Text that was submitted at the time of a kill: it is sent, or in the field again. */
    let doubtful = "";
    for (let cycle = 0; cycle < killCycles; cycle++) {
      const page = await openChat(id);
      await waitUntilLive(page);
      const remaining = await messageField(page).inputValue();
      if (doubtful !== "") {
        expect(doubtful.startsWith(remaining), `${remaining} of ${doubtful}`).toBe(true);
        if (remaining === doubtful) await messageField(page).press("Enter");
      }
      doubtful = "";
      await messageField(page).fill("");
      let isStopped = false;
      const writer = async (): Promise<void> => {
        for (let n = 1; !isStopped; n++) {
          const text = `cycle ${cycle} message ${n}`;
          doubtful = text;
          await messageField(page).pressSequentially(text);
          if (n % 3 === 0) await chooseFile(page, `${cycle}-${n}.png`);
          await messageField(page).press("Enter");
          await messageBubble(page, text).waitFor();
          // A moment later it is stored on disk.
          await countDeviceEntries(page);
          sent.push(text);
          doubtful = "";
        }
      };
      const writing = writer().catch((error: unknown) => {
        if (!isStopped) throw error;
      });
      await new Promise((resolve) => setTimeout(resolve, 500 + random() * 3000));
      isStopped = true;
      const killed = kinds[Math.floor(random() * kinds.length)] ?? "both";
      await Promise.all([
        killed === "server" ? null : browser.kill(),
        killed === "browser" ? null : serverProcess.kill("both"),
      ]);
      await writing;
      if (killed !== "browser") await startServer();
      if (killed !== "server") {
        await browser.start();
        await signIn();
      } else await page.close();
    }
    const page = await openChat(id);
    await waitUntilLive(page);
    await expect
      .poll(() => countDeviceEntries(page), { timeout: 60_000 })
      .toMatchObject({ outbox: 0, staged: 0 });
    const all = await listStoredTexts(id);
    expect(new Set(all).size).toBe(all.length);
    expect(sent.filter((text) => !all.includes(text))).toEqual([]);
    expect(
      all
        .map((text) => text.match(/\d+/g)?.map(Number) ?? [])
        .map(([a = 0, b = 0]) => a * 1000 + b),
    ).toEqual(
      all
        .map((text) => text.match(/\d+/g)?.map(Number) ?? [])
        .map(([a = 0, b = 0]) => a * 1000 + b)
        .toSorted((a, b) => a - b),
    );
    await expect.poll(() => listReceivedTexts("random"), { timeout: 60_000 }).toEqual(all);
    await page.close();
  },
);

/** Creates seeded random numbers, so that a failing run can be repeated. */
function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
} from "./inbox-fixture.ts";

/** A browser whose database does not respond, as one that another page has locked. */
let fixture: InboxFixture;
let chatUrl: string;
beforeAll(async () => {
  fixture = await openInboxFixture();
  await fixture.parlour.sendCustomerMessage(fixture.channel, "locked", "Hello");
  const { id } = await fixture.parlour.findChat("locked");
  expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  chatUrl = `/inbox/mine/${id}`;
});
afterAll(() => fixture.close());

/**
 * Runs in a worker. A transaction lasts while it has requests. The worker sleeps before each, so
 * that they need no CPU time. The first message to it ends the transaction.
 */
const lockingWorker = `
  const cells = new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
  let isReleased = false;
  onmessage = () => (isReleased = true);
  indexedDB.open("parlour").onsuccess = ({ target: { result: database } }) => {
    const transaction = database.transaction([...database.objectStoreNames], "readwrite");
    const count = () => {
      transaction.objectStore("drafts").count().onsuccess = () => {
        postMessage("locked");
        Atomics.wait(cells, 0, 0, 50);
        if (isReleased) database.close();
        else count();
      };
    };
    count();
  };`;
/** Holds a transaction of all stores in another tab, as WebKit's stored pages did. */
async function lockDatabase(tab: Page): Promise<() => Promise<void>> {
  const worker = await tab.evaluateHandle(async (source) => {
    const started = new Worker(URL.createObjectURL(new Blob([source])));
    await new Promise((resolve) => started.addEventListener("message", resolve, { once: true }));
    return started;
  }, lockingWorker);
  return () => worker.evaluate((started) => started.postMessage("release"));
}

test("[CORE-335] a locked database delays the start by at most 1.5 s: messages are sent, and stored drafts come when it responds", async () => {
  const operatorPage = await fixture.openOperatorPage(undefined, { path: chatUrl });
  const { page } = operatorPage;
  await waitUntilLive(page);
  // A draft that the database has and localStorage has not, as after a crash of the machine.
  const key = `parlour.draft.${fixture.operator.id}.7.call`;
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        indexedDB.open("parlour").onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          const transaction = database.transaction("drafts", "readwrite");
          const draft = { text: "a note on a call", at: Date.now(), version: 0, kept: "" };
          transaction.objectStore("drafts").put(draft, name);
          transaction.oncomplete = () => (database.close(), resolve());
        };
      }),
    key,
  );
  const tab = await operatorPage.context.newPage();
  await tab.goto(`${fixture.url}/health`);
  const release = await lockDatabase(tab);
  await page.reload();
  await waitUntilLive(page);
  await messageField(page).fill("sent without a database");
  await messageField(page).press("Enter");
  await messageBubble(page, "sent without a database").waitFor();
  await expect
    .poll(() => fixture.integrator.messages().map(({ body }) => body))
    .toEqual([expect.stringContaining("sent without a database")]);
  const readDraft = (): Promise<string | null> =>
    page.evaluate((name) => localStorage.getItem(name), key);
  expect(await readDraft()).toBeNull();
  await release();
  await expect.poll(readDraft).toContain("a note on a call");
  await operatorPage.checkAndClose();
});

test("[CORE-336] a slow start is announced after 2 s with a button, a failed one at once", async () => {
  const operatorPage = await fixture.openOperatorPage(undefined, { path: chatUrl });
  const { page, context } = operatorPage;
  await waitUntilLive(page);
  // Its wait for the database never ends.
  const slow = await context.newPage();
  await slow.addInitScript(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
    const { setTimeout: set } = globalThis;
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      ms === 1_500 ? 0 : set(run, ms)) as typeof setTimeout;
  });
  await slow.goto(`${fixture.url}${chatUrl}`);
  await slow.getByText("Parlour is taking longer than usual to start.").waitFor();
  await slow.getByRole("button", { name: "Reload" }).waitFor();
  const failed = await context.newPage();
  await failed.addInitScript(() => {
    globalThis.BroadcastChannel = class {
      constructor() {
        throw new Error("no channel");
      }
    } as unknown as typeof BroadcastChannel;
  });
  await failed.goto(`${fixture.url}${chatUrl}`);
  await failed.getByRole("button", { name: "Retry" }).waitFor();
  await operatorPage.checkAndClose();
});

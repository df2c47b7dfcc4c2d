import { isLongRun } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
  type OperatorPage,
  reconnect,
} from "./inbox-fixture.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  operatorPage = await fixture.openOperatorPage(undefined, { cuts: true });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

/** Creates a chat of the operator with a new customer. */
async function createChat(customer: string): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, customer, "Hello", {
    sender: { name: customer },
  });
  const { id } = await fixture.parlour.findChat(customer);
  expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  return id;
}
/** Opens a chat in the first tab. */
async function openFirstTab(id: number): Promise<Page> {
  const { page } = operatorPage;
  await page.goto(`${fixture.url}/inbox/mine/${id}`);
  await waitUntilLive(page);
  return page;
}
const listStoredTexts = async (id: number): Promise<string[]> =>
  (await fixture.parlour.messages(id))
    .filter(({ author }) => author.kind === "operator")
    .map(({ text }) => text);
const listSentTexts = (customer: string): string[] =>
  fixture.integrator
    .messages()
    .map(({ body }) => JSON.parse(body) as { recipient: { id: string }; message: { text: string } })
    .filter((one) => one.recipient.id === customer)
    .map((one) => one.message.text);

test(
  "[CORE-044] a page reloaded right after Send, its request lost on the way, sends the messages once and in order",
  { meta: { pin: "nothing lost in the outbox of the inbox" } },
  async () => {
    const id = await createChat("reload");
    const page = await openFirstTab(id);
    let attempts = 0;
    await page.route("**/messages", (route) =>
      route.request().method() === "POST"
        ? (attempts++, route.abort("connectionreset"))
        : route.continue(),
    );
    for (const text of ["one", "two", "three"]) {
      await messageField(page).fill(text);
      await messageField(page).press("Enter");
    }
    await expect.poll(() => attempts).toBeGreaterThan(0);
    await page.unroute("**/messages");
    await page.reload();
    for (const text of ["one", "two", "three"])
      await messageBubble(page, text).getByText("Delivered", { exact: true }).waitFor();
    await expect.poll(() => messageField(page).inputValue()).toBe("");
    expect(await listStoredTexts(id)).toEqual(["one", "two", "three"]);
    expect(listSentTexts("reload")).toEqual(["one", "two", "three"]);
  },
);

test("[CORE-044] a message whose answer is lost is repeated with its client id and stored once", async () => {
  const id = await createChat("answer");
  const page = await openFirstTab(id);
  let lost = 0;
  await page.route("**/messages", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost++;
    // The request reaches the server, but its response is lost.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await messageField(page).fill("only once");
  await messageField(page).press("Enter");
  await expect.poll(() => lost).toBe(1);
  await messageField(page).fill("and after it");
  await messageField(page).press("Enter");
  await messageBubble(page, "and after it").getByText("Delivered", { exact: true }).waitFor();
  await expect.poll(() => messageBubble(page, "only once").count()).toBe(1);
  expect(await listStoredTexts(id)).toEqual(["only once", "and after it"]);
  expect(listSentTexts("answer")).toEqual(["only once", "and after it"]);
  await page.unroute("**/messages");
});

test("[CORE-052] a message that the server takes long to store says that saving is delayed", async () => {
  const page = await openFirstTab(await createChat("delayed"));
  const stored = Promise.withResolvers<void>();
  await page.route("**/messages", async (route) => {
    if (route.request().method() === "POST") await stored.promise;
    await route.continue();
  });
  await messageField(page).fill("patience");
  await messageField(page).press("Enter");
  await messageBubble(page, "patience").getByText("Sending").waitFor();
  await messageBubble(page, "patience").getByText("Saving is delayed").waitFor();
  stored.resolve();
  await messageBubble(page, "patience").getByText("Delivered", { exact: true }).waitFor();
  await page.unroute("**/messages");
});

test("[CORE-044] two tabs without a server: what each wrote goes out once, in the order it was written", async () => {
  const id = await createChat("tabs");
  const tabs = [await openFirstTab(id), await operatorPage.openTab(`/inbox/mine/${id}`)];
  await Promise.all(tabs.map(waitUntilLive));
  fixture.proxy?.setMode("cut");
  await Promise.all(
    tabs.map((page) => page.getByRole("button", { name: /^Offline since/ }).waitFor()),
  );
  const texts: string[] = [];
  for (let n = 1; n <= 3; n++) {
    for (const [i, page] of tabs.entries()) {
      const text = `${n} of tab ${i + 1}`;
      await messageField(page).fill(text);
      await messageField(page).press("Enter");
      // The other tab shows it too.
      for (const other of tabs) await messageBubble(other, text).getByText("Sending").waitFor();
      texts.push(text);
    }
  }
  fixture.proxy?.setMode("pass");
  for (const page of tabs) await reconnect(page);
  for (const page of tabs)
    for (const text of texts)
      await messageBubble(page, text).getByText("Delivered", { exact: true }).waitFor();
  expect(await listStoredTexts(id)).toEqual(texts);
  expect(listSentTexts("tabs")).toEqual(texts);
  await tabs[1]?.close();
});

test.runIf(isLongRun)(
  "[CORE-044] [CORE-042] a server that ends and starts again between messages loses and doubles none",
  async () => {
    const id = await createChat("restart");
    const page = await openFirstTab(id);
    const texts = Array.from({ length: 8 }, (_, i) => `message ${i + 1}`);
    let reconnection: Promise<void> | null = null;
    for (const [i, text] of texts.entries()) {
      if (i === 2) reconnection = fixture.parlour.restart();
      await messageField(page).fill(text);
      await messageField(page).press("Enter");
      await messageBubble(page, text).waitFor();
    }
    await reconnection;
    for (const text of texts)
      await messageBubble(page, text).getByText("Delivered", { exact: true }).waitFor();
    expect(await listStoredTexts(id)).toEqual(texts);
    expect(listSentTexts("restart")).toEqual(texts);
  },
);

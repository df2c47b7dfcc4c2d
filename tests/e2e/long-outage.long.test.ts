import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import { openBrowser, openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageBubble, messageField, waitUntilLive, reconnect } from "./inbox-fixture.ts";

const outageMs = 10 * 60_000;
let parlour: TestParlour;
let integrator: FakeIntegrator;
let browser: Browser;
let channel: TestChannel;
let ivan: TestOperator;
beforeAll(async () => {
  [parlour, integrator, browser] = await Promise.all([
    startTestParlour(),
    startIntegrator(),
    openBrowser(),
  ]);
  channel = await parlour.channel(`${integrator.url}/chat`);
  ivan = await parlour.operator("operator", "Ivan");
  await parlour.owner.call("PATCH", `channels/${channel.id}`, {
    operators: [parlour.owner.id, ivan.id],
  });
});
afterAll(async () => {
  await browser.close();
  await parlour.close();
  await integrator.close();
});
async function createChat(customer: string): Promise<number> {
  await parlour.sendCustomerMessage(channel, customer, "Hello", { sender: { name: customer } });
  const { id } = await parlour.findChat(customer);
  expect((await parlour.owner.call("POST", `chats/${id}/accept`)).status).toBe(200);
  return id;
}

test("[CORE-044] [CORE-045] ten minutes without a connection: nobody is signed out, replies go out once, in order, and those a colleague overtook wait", async () => {
  const [mine, overtaken] = [await createChat("stays"), await createChat("overtaken")];
  const context = await openContext(browser);
  const signedIn = await context.request.post(`${parlour.url}/api/v1/sessions`, {
    data: { email: parlour.owner.email, password: parlour.owner.password },
    headers: { origin: parlour.url },
  });
  expect(signedIn.status()).toBe(200);
  await context.clock.install();
  const faults: string[][] = [];
  const open = async (id: number): Promise<Page> => {
    const page = await context.newPage();
    faults.push(collectPageErrors(page, { cuts: true }));
    await page.goto(`${parlour.url}/inbox/mine/${id}`);
    await waitUntilLive(page);
    await messageBubble(page, "Hello").waitFor();
    return page;
  };
  const [one, other] = [await open(mine), await open(overtaken)];
  await context.setOffline(true);
  for (const page of [one, other]) {
    const offline = page.getByRole("button", { name: /^Offline since/ });
    for (let i = 0; i < 20 && !(await offline.isVisible()); i++) await context.clock.runFor(5000);
    await offline.waitFor();
  }
  const say = async (page: Page, text: string): Promise<void> => {
    await messageField(page).fill(text);
    await messageField(page).press("Enter");
    await messageBubble(page, text).getByText("Sending").waitFor();
  };
  for (const text of ["one", "two"]) await say(one, text);
  await context.clock.fastForward(outageMs / 2);
  await say(one, "three");
  await messageField(one).fill("not finished");
  await say(other, "too late");
  // Meanwhile the owner counts as disconnected on the server.
  await parlour.sendCustomerMessage(channel, "overtaken", "Is anybody there?");
  await parlour.settle();
  await parlour.clock.advance(outageMs);
  const joined = await ivan.call("POST", `chats/${overtaken}/join`);
  if (joined.status !== 200)
    expect((await ivan.call("POST", `chats/${overtaken}/accept`)).status).toBe(200);
  expect(
    (
      await ivan.call("POST", `chats/${overtaken}/messages`, {
        kind: "text",
        text: "I am",
        client_id: "ivan",
      })
    ).status,
  ).toBe(201);
  await context.clock.fastForward(outageMs / 2);

  await context.setOffline(false);
  // Not by the clock: hours for a page are moments for its requests.
  for (const page of [one, other]) await reconnect(page);
  await Promise.all([one, other].map(waitUntilLive));
  await messageBubble(other, "I am").waitFor();
  const pendingMessage = other
    .locator("li.conflict")
    .filter({ has: other.getByText("too late", { exact: true }) });
  await pendingMessage.getByRole("heading", { name: /Ivan answered/ }).waitFor();
  await expect.poll(() => messageField(one).inputValue()).toBe("not finished");
  const listOwnMessages = async (id: number): Promise<string[]> =>
    (await parlour.messages(id))
      .filter(({ author }) => author.kind === "operator")
      .map(({ text }) => text);
  await expect.poll(() => listOwnMessages(mine)).toEqual(["one", "two", "three"]);
  expect(await listOwnMessages(overtaken)).toEqual(["I am"]);
  await parlour.settle();
  const sent = (): string[] =>
    integrator
      .messages()
      .map(
        ({ body }) => JSON.parse(body) as { recipient: { id: string }; message: { text: string } },
      )
      .filter((one) => one.recipient.id === "stays")
      .map((one) => one.message.text);
  await expect.poll(sent).toEqual(["one", "two", "three"]);
  expect(faults.flat()).toEqual([]);
  await context.close();
});

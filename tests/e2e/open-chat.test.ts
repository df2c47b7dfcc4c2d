import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectFocus,
  messageField,
  offerCard,
  openInboxFixture,
  waitUntilLive,
  type InboxFixture,
} from "./inbox-fixture.ts";

/** Chats that are opened while the server is slow, in a browser with real focus. */
let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture();
});
afterAll(() => fixture.close());

/** Starts a chat that waits for Ann. */
async function startChat(name: string): Promise<number> {
  await fixture.parlour.sendCustomerMessage(fixture.channel, name, `Hello from ${name}`, {
    sender: { name },
  });
  return (await fixture.parlour.findChat(name)).id;
}

/** Holds requests that take a chat until the test releases them. */
async function delayRequests(page: Page) {
  const waiting: Route[] = [];
  await page.route(/\/chats\/\d+\/(accept|join)$/, (route) => void waiting.push(route));
  return {
    waiting,
    release: async () => {
      for (const route of waiting.splice(0)) await route.continue();
    },
  };
}

const readAnswers = async (chat: number): Promise<readonly string[]> =>
  (await fixture.parlour.messages(chat)).flatMap(({ author, text }) =>
    author.kind === "operator" ? [text] : [],
  );

test(
  "[CORE-471] what is typed after Ctrl J, and after Reply by mouse, goes to the new customer, however late the server answers",
  { meta: { pin: "no letter reaches another customer" } },
  async () => {
    const own = await startChat("Olga Own");
    await fixture.operator.call("POST", `chats/${own}/accept`);
    const { page } = await fixture.openOperatorPage(fixture.operator, {
      path: `/inbox/mine/${own}`,
    });
    await waitUntilLive(page);
    await messageField(page).click();
    const delayed = await delayRequests(page);
    const byKey = await startChat("Kim Key");
    await offerCard(page).getByText("Hello from Kim Key").waitFor();
    await page.keyboard.press("Control+j");
    await page.keyboard.type("Yes, you can.");
    await page.keyboard.press("Enter");
    await expect.poll(() => delayed.waiting.length).toBe(1);
    expect(await readAnswers(own)).toEqual([]);
    await delayed.release();
    await expect.poll(() => readAnswers(byKey)).toEqual(["Yes, you can."]);

    const byMouse = await startChat("Mia Mouse");
    await offerCard(page).getByText("Hello from Mia Mouse").waitFor();
    await offerCard(page).getByRole("button", { name: "Reply" }).click();
    await page.keyboard.type("Yes, we can e h l");
    await expectFocus(messageField(page));
    expect(await messageField(page).inputValue()).toBe("Yes, we can e h l");
    await expect.poll(() => delayed.waiting.length).toBe(1);
    await delayed.release();
    await page.keyboard.press("Enter");
    await expect.poll(() => readAnswers(byMouse)).toEqual(["Yes, we can e h l"]);
    expect(await readAnswers(own)).toEqual([]);
    expect((await fixture.parlour.findChat("Olga Own")).state).toBe("open");
    await page.context().close();
  },
);

test("[CORE-470] [CORE-472] a double click on Reply is one accept, and a chat that another took keeps the text", async () => {
  const max = await fixture.parlour.operator("operator", "Max");
  await fixture.parlour.owner.call("PATCH", `channels/${fixture.channel.id}`, {
    operators: [fixture.operator.id, max.id],
  });
  const { page } = await fixture.openOperatorPage(fixture.operator, { path: "/inbox/all" });
  await waitUntilLive(page);
  const double = await startChat("Dora Double");
  await offerCard(page).getByText("Hello from Dora Double").waitFor();
  await offerCard(page).getByRole("button", { name: "Reply" }).dblclick();
  await expectFocus(messageField(page));
  await expect.poll(async () => (await fixture.parlour.findChat("Dora Double")).state).toBe("open");
  expect(await page.getByRole("region", { name: /took it\.$/ }).count()).toBe(0);
  expect(
    (await fixture.parlour.messages(double)).filter(({ line }) => line?.code === "accepted"),
  ).toHaveLength(1);

  const delayed = await delayRequests(page);
  const lost = await startChat("Lena Lost");
  const next = await startChat("Nina Next");
  await offerCard(page).getByText("Hello from Lena Lost").waitFor();
  await offerCard(page).getByRole("button", { name: "1 more waiting" }).waitFor();
  await page.keyboard.press("Control+j");
  await page.keyboard.type("Hello, e l h");
  await page.keyboard.press("Enter");
  await page.keyboard.type("and more");
  expect((await max.call("POST", `chats/${lost}/accept`)).status).toBe(200);
  await delayed.release();
  const bar = page.getByRole("region", { name: "Max took it." });
  await bar.waitFor();
  await page.keyboard.type(" t");
  await expect.poll(() => messageField(page).inputValue()).toBe("Hello, e l h\nand more t");
  expect(await readAnswers(lost)).toEqual([]);
  await bar.getByRole("button", { name: /^Next: Nina Next/ }).click();
  await page.keyboard.type("Good morning");
  await delayed.release();
  await page.keyboard.press("Enter");
  await expect.poll(() => readAnswers(next)).toEqual(["Good morning"]);
  expect(await readAnswers(lost)).toEqual([]);
  await page.context().close();
});

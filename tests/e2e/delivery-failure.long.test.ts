import type { ReceivedRequest, ScriptedResponse, TestChannel } from "@parlour/testkit";
import { findFreePort } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  messageBubble,
  messageField,
  openInboxFixture,
  waitUntilLive,
  conversationPane,
  type InboxFixture,
  type OperatorPage,
} from "./inbox-fixture.ts";

let fixture: InboxFixture;
let operatorPage: OperatorPage;
let closedPortChannel: TestChannel;
/** The integrator's response to messages for a customer. */
const replies = new Map<string, ScriptedResponse>();
const getRecipientId = ({ body }: ReceivedRequest): string =>
  String((JSON.parse(body) as { recipient: { id: string } }).recipient.id);
const toErrorResponse = (code: string, text: string): ScriptedResponse => ({
  body: JSON.stringify({ error: { code, message: text } }),
});

beforeAll(async () => {
  fixture = await openInboxFixture();
  fixture.integrator.respondWith((request) => replies.get(getRecipientId(request)) ?? "ok");
  closedPortChannel = await fixture.parlour.channel(
    `http://127.0.0.1:${await findFreePort()}/chat`,
    { operators: [fixture.operator.id] },
  );
  operatorPage = await fixture.openOperatorPage();
  await waitUntilLive(operatorPage.page);
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

/** Opens a tab with the chat of a new customer. Messages to the customer get this response. */
async function openNewChat(
  customer: string,
  reply: ScriptedResponse,
  channel = fixture.channel,
): Promise<Page> {
  replies.set(customer, reply);
  await fixture.parlour.sendCustomerMessage(channel, customer, `Hello, I am ${customer}`);
  const { id } = await fixture.parlour.findChat(customer);
  expect((await fixture.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  const page = await operatorPage.openTab(`/inbox/mine/${id}`);
  await waitUntilLive(page);
  await recordMarks(page);
  return page;
}
async function send(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press("Enter");
}
interface StatusMark {
  readonly name: string;
  /** By the page's own clock, ms. */
  readonly at: number;
  /** Text of the conversation at that time. */
  readonly said: string[];
}
/**
 * Records each status of the last own message when it appears. Some are visible for seconds only.
 */
async function recordMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const recorded: { name: string; at: number; said: string[] }[] = [];
    const recordMark = (): void => {
      const text = [...document.querySelectorAll(".msg.own .stack")].at(-1)?.textContent ?? "";
      const name = /Sending|Saved|Retrying \d\/3|Delivered|Not delivered/.exec(text)?.[0];
      if (name === undefined) return;
      if (recorded.at(-1)?.name !== name) recorded.push({ name, at: Date.now(), said: [] });
      recorded.at(-1)?.said.push(document.querySelector("section.conversation")?.textContent ?? "");
    };
    new MutationObserver(recordMark).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { marks: recorded });
  });
}
const getMarks = (page: Page): Promise<StatusMark[]> =>
  page.evaluate(() => (window as unknown as { marks: StatusMark[] }).marks);
const getMarkTime = async (page: Page, mark: string): Promise<number> =>
  (await getMarks(page)).find(({ name }) => name === mark)?.at ?? Number.NaN;
/** Returns the text of the conversation before the last status. */
const getTextBeforeLastMark = async (page: Page): Promise<string> =>
  (await getMarks(page))
    .slice(0, -1)
    .flatMap(({ said }) => said)
    .join("\n");
const notDeliveredMark = (page: Page, text: string) =>
  messageBubble(page, text).getByText("Not delivered").waitFor();
/**
 * Allowed delay between the first request and the status on the page, for a machine under ten times
 * its usual load.
 */
const maxDelayMs = 20_000;

test.concurrent("[CH-084] [CH-081] [CORE-052] a server that never answers, or is not there, is told after 9 s; others' messages go out meanwhile; Send again delivers", async ({
  expect,
}) => {
  const [hanging, refused, free] = [
    await openNewChat("hang", "hang"),
    await openNewChat("refused", "ok", closedPortChannel),
    await openNewChat("free", "ok"),
  ];
  await Promise.all([send(hanging, "Are you there?"), send(refused, "And you?")]);
  const findFirstRequest = () =>
    fixture.integrator.messages().find((one) => getRecipientId(one) === "hang");
  await expect.poll(findFirstRequest).toBeDefined();
  const began = findFirstRequest()?.at ?? Number.NaN;

  await send(free, "It left our warehouse.");
  await messageBubble(free, "It left our warehouse.")
    .getByText("Delivered", { exact: true })
    .waitFor();
  await Promise.all([
    notDeliveredMark(hanging, "Are you there?"),
    notDeliveredMark(refused, "And you?"),
  ]);
  expect(await getMarkTime(free, "Delivered")).toBeLessThan(
    await getMarkTime(hanging, "Not delivered"),
  );

  const took = [
    (await getMarkTime(hanging, "Not delivered")) - began,
    // A page that renders late records a status after the attempts have started, so measure from
    // its first status.
    (await getMarkTime(refused, "Not delivered")) -
      ((await getMarkTime(refused, "Sending")) || (await getMarkTime(refused, "Saved"))),
  ];
  console.info(
    `Not delivered after ${took.map((ms) => (ms / 1000).toFixed(2)).join(" s (no answer) and ")} s (no connection)`,
  );
  // The attempt starts shortly before it reaches the integrator.
  for (const ms of took) {
    expect(ms).toBeGreaterThan(8_000);
    expect(ms).toBeLessThan(9_000 + maxDelayMs);
  }
  expect(
    (await getMarks(hanging)).map(({ name }) => name).filter((name) => name !== "Sending"),
  ).toEqual(["Saved", "Retrying 2/3", "Retrying 3/3", "Not delivered"]);
  await conversationPane(hanging)
    .getByText("The channel’s server did not respond within 3 s (3 attempts).")
    .waitFor();
  await conversationPane(refused)
    .getByText("The connection to the channel’s server failed (3 attempts).")
    .waitFor();

  replies.set("hang", "ok");
  const ids = fixture.integrator
    .messages()
    .filter((one) => getRecipientId(one) === "hang")
    .map((one) => one.headers["webhook-id"]);
  await conversationPane(hanging).getByRole("button", { name: "Send again" }).click();
  await messageBubble(hanging, "Are you there?").getByText("Delivered", { exact: true }).waitFor();
  const all = fixture.integrator.messages().filter((one) => getRecipientId(one) === "hang");
  expect(all).toHaveLength(4);
  expect(new Set([...ids, all[3]?.headers["webhook-id"]]).size).toBe(1);
  await Promise.all([hanging, refused, free].map((page) => page.close()));
});

test.concurrent("[CH-083] [CH-082] codes that pass show no text until the last attempt, others show it at once, `silent` never; markup is text", async ({
  expect,
}) => {
  const markup = '<img src=x onerror="window.__hit=1"><b>Message store is restarting</b>';
  const [quiet, loud, silent, final] = [
    await openNewChat("temporary", toErrorResponse("temporary", "Back in a minute")),
    await openNewChat("custom", toErrorResponse("store_down", markup)),
    await openNewChat("silent", toErrorResponse("silent", "nobody may read this")),
    await openNewChat(
      "final",
      toErrorResponse("recipient_blocked", "The customer has blocked you"),
    ),
  ];
  await Promise.all([
    send(final, "one"),
    send(quiet, "two"),
    send(loud, "three"),
    send(silent, "four"),
  ]);

  await notDeliveredMark(final, "one");
  await conversationPane(final)
    .getByText("The channel’s server: “The customer has blocked you”")
    .waitFor();
  await Promise.all([
    notDeliveredMark(quiet, "two"),
    notDeliveredMark(loud, "three"),
    notDeliveredMark(silent, "four"),
  ]);
  // At once, after the first attempt and seconds before the last attempt of the others.
  expect(
    fixture.integrator.messages().filter((one) => getRecipientId(one) === "final"),
  ).toHaveLength(1);
  expect(await getMarkTime(final, "Not delivered")).toBeLessThan(
    await getMarkTime(quiet, "Not delivered"),
  );
  for (const page of [quiet, loud])
    expect((await getMarks(page)).map(({ name }) => name)).toContain("Retrying 2/3");
  expect(await getTextBeforeLastMark(quiet)).not.toContain("Back in a minute");
  expect(await getTextBeforeLastMark(loud)).toContain(`The channel’s server: “${markup}”`);
  await conversationPane(quiet)
    .getByText("The channel’s server: “Back in a minute” (3 attempts)")
    .waitFor();
  await conversationPane(loud)
    .getByText(`The channel’s server: “${markup}” (3 attempts)`)
    .waitFor();
  expect(
    await loud.evaluate(() => [
      document.querySelectorAll("img, b b, [onerror]").length,
      (window as { __hit?: unknown }).__hit,
    ]),
  ).toEqual([0, undefined]);
  await conversationPane(silent).getByRole("button", { name: "Send again" }).waitFor();
  expect(await silent.locator("body").textContent()).not.toContain("nobody may read this");
  for (const [page, customer] of [
    [quiet, "temporary"],
    [loud, "custom"],
  ] as const) {
    const ended =
      (await getMarkTime(page, "Not delivered")) -
      (fixture.integrator.messages().find((one) => getRecipientId(one) === customer)?.at ??
        Number.NaN);
    expect(ended).toBeGreaterThan(5_000);
    expect(ended).toBeLessThan(6_000 + maxDelayMs);
  }
  await Promise.all([quiet, loud, silent, final].map((page) => page.close()));
});

test.concurrent("[CH-086] a message sent again goes to the end of the customer's line with its own id", async ({
  expect,
}) => {
  const page = await openNewChat("again", toErrorResponse("recipient_blocked", "blocked"));
  await send(page, "first");
  await notDeliveredMark(page, "first");
  replies.set("again", "ok");
  await send(page, "second");
  await messageBubble(page, "second").getByText("Delivered", { exact: true }).waitFor();
  await conversationPane(page).getByRole("button", { name: "Send again" }).click();
  await messageBubble(page, "first").getByText("Delivered", { exact: true }).waitFor();
  const sent = fixture.integrator
    .messages()
    .filter((one) => getRecipientId(one) === "again")
    .map(({ body }) => (JSON.parse(body) as { message: { id: string; text: string } }).message);
  expect(sent.map(({ text }) => text)).toEqual(["first", "second", "first"]);
  expect(sent[2]?.id).toBe(sent[0]?.id);
  await page.close();
});

import type { ReceivedRequest, ScriptedResponse, TestChannel } from "@parlour/testkit";
import { findFreePort } from "@parlour/testkit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, message, openDesk, ready, talk, type Desk, type Seat } from "./desk.ts";

let desk: Desk;
let seat: Seat;
let gone: TestChannel;
/** The integrator's response to messages for a customer. */
const replies = new Map<string, ScriptedResponse>();
const recipientOf = ({ body }: ReceivedRequest): string => String((JSON.parse(body) as { recipient: { id: string } }).recipient.id);
const error = (code: string, text: string): ScriptedResponse => ({ body: JSON.stringify({ error: { code, message: text } }) });

beforeAll(async () => {
  desk = await openDesk();
  desk.integrator.respondWith((request) => replies.get(recipientOf(request)) ?? "ok");
  gone = await desk.parlour.channel(`http://127.0.0.1:${await findFreePort()}/chat`, { operators: [desk.operator.id] });
  seat = await desk.sit();
  await ready(seat.page);
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

/** Opens a tab with the chat of a new customer. Messages to the customer get this response. */
async function open(customer: string, reply: ScriptedResponse, channel = desk.channel): Promise<Page> {
  replies.set(customer, reply);
  await desk.parlour.sendCustomerMessage(channel, customer, `Hello, I am ${customer}`);
  const { id } = await desk.parlour.findChat(customer);
  expect((await desk.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  const page = await seat.tab(`/inbox/mine/${id}`);
  await ready(page);
  await watchMarks(page);
  return page;
}
async function send(page: Page, text: string): Promise<void> {
  await message(page).fill(text);
  await message(page).press("Enter");
}
interface Mark {
  readonly name: string;
  /** By the page's own clock, ms. */
  readonly at: number;
  /** Text of the conversation at that time. */
  readonly said: string[];
}
/**
 * Records each status of the last own message when it appears. Some are visible for seconds only.
 */
async function watchMarks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen: { name: string; at: number; said: string[] }[] = [];
    const look = (): void => {
      const text = [...document.querySelectorAll(".msg.own .stack")].at(-1)?.textContent ?? "";
      const name = /Sending|Saved|Retrying \d\/3|Delivered|Not delivered/.exec(text)?.[0];
      if (name === undefined) return;
      if (seen.at(-1)?.name !== name) seen.push({ name, at: Date.now(), said: [] });
      seen.at(-1)?.said.push(document.querySelector("section.talk")?.textContent ?? "");
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    Object.assign(window, { marks: seen });
  });
}
const marks = (page: Page): Promise<Mark[]> => page.evaluate(() => (window as unknown as { marks: Mark[] }).marks);
const at = async (page: Page, mark: string): Promise<number> => (await marks(page)).find(({ name }) => name === mark)?.at ?? Number.NaN;
/** Returns the text of the conversation before the last status. */
const saidUntilThen = async (page: Page): Promise<string> =>
  (await marks(page))
    .slice(0, -1)
    .flatMap(({ said }) => said)
    .join("\n");
const notDelivered = (page: Page, text: string) => bubble(page, text).getByText("Not delivered").waitFor();
/**
 * Allowed delay between the first request and the status on the page, for a machine under ten times
 * its usual load.
 */
const mostLateMs = 20_000;

test.concurrent("[CH-084] [CH-081] [CORE-052] a server that never answers, or is not there, is told after 9 s; others' messages go out meanwhile; Send again delivers", async ({
  expect,
}) => {
  const [hanging, refused, free] = [await open("hang", "hang"), await open("refused", "ok", gone), await open("free", "ok")];
  await Promise.all([send(hanging, "Are you there?"), send(refused, "And you?")]);
  const first = () => desk.integrator.messages().find((one) => recipientOf(one) === "hang");
  await expect.poll(first).toBeDefined();
  const began = first()?.at ?? Number.NaN;

  await send(free, "It left our warehouse.");
  await bubble(free, "It left our warehouse.").getByText("Delivered", { exact: true }).waitFor();
  await Promise.all([notDelivered(hanging, "Are you there?"), notDelivered(refused, "And you?")]);
  expect(await at(free, "Delivered")).toBeLessThan(await at(hanging, "Not delivered"));

  const took = [
    (await at(hanging, "Not delivered")) - began,
    // A page that renders late records a status after the attempts have started, so measure from
    // its first status.
    (await at(refused, "Not delivered")) - ((await at(refused, "Sending")) || (await at(refused, "Saved"))),
  ];
  console.info(`Not delivered after ${took.map((ms) => (ms / 1000).toFixed(2)).join(" s (no answer) and ")} s (no connection)`);
  // The attempt starts shortly before it reaches the integrator.
  for (const ms of took) {
    expect(ms).toBeGreaterThan(8_000);
    expect(ms).toBeLessThan(9_000 + mostLateMs);
  }
  expect((await marks(hanging)).map(({ name }) => name).filter((name) => name !== "Sending")).toEqual([
    "Saved",
    "Retrying 2/3",
    "Retrying 3/3",
    "Not delivered",
  ]);
  await talk(hanging).getByText("Your server did not answer within 3 s (3 tries).").waitFor();
  await talk(refused).getByText("The connection to your server failed (3 tries).").waitFor();

  replies.set("hang", "ok");
  const ids = desk.integrator
    .messages()
    .filter((one) => recipientOf(one) === "hang")
    .map((one) => one.headers["webhook-id"]);
  await talk(hanging).getByRole("button", { name: "Send again" }).click();
  await bubble(hanging, "Are you there?").getByText("Delivered", { exact: true }).waitFor();
  const all = desk.integrator.messages().filter((one) => recipientOf(one) === "hang");
  expect(all).toHaveLength(4);
  expect(new Set([...ids, all[3]?.headers["webhook-id"]]).size).toBe(1);
  await Promise.all([hanging, refused, free].map((page) => page.close()));
});

test.concurrent("[CH-083] [CH-082] codes that pass show no text until the last attempt, others show it at once, `silent` never; markup is text", async ({
  expect,
}) => {
  const markup = '<img src=x onerror="window.__hit=1"><b>Message store is restarting</b>';
  const [quiet, loud, silent, final] = [
    await open("temporary", error("temporary", "Back in a minute")),
    await open("custom", error("store_down", markup)),
    await open("silent", error("silent", "nobody may read this")),
    await open("final", error("recipient_blocked", "The customer has blocked you")),
  ];
  await Promise.all([send(final, "one"), send(quiet, "two"), send(loud, "three"), send(silent, "four")]);

  await notDelivered(final, "one");
  await talk(final).getByText("Your server: “The customer has blocked you”").waitFor();
  await Promise.all([notDelivered(quiet, "two"), notDelivered(loud, "three"), notDelivered(silent, "four")]);
  // At once, after the first attempt and seconds before the last attempt of the others.
  expect(desk.integrator.messages().filter((one) => recipientOf(one) === "final")).toHaveLength(1);
  expect(await at(final, "Not delivered")).toBeLessThan(await at(quiet, "Not delivered"));
  for (const page of [quiet, loud]) expect((await marks(page)).map(({ name }) => name)).toContain("Retrying 2/3");
  expect(await saidUntilThen(quiet)).not.toContain("Back in a minute");
  expect(await saidUntilThen(loud)).toContain(`Your server: “${markup}”`);
  await talk(quiet).getByText("Your server: “Back in a minute” (3 tries)").waitFor();
  await talk(loud).getByText(`Your server: “${markup}” (3 tries)`).waitFor();
  expect(
    await loud.evaluate(() => [document.querySelectorAll("img, b b, [onerror]").length, (window as { __hit?: unknown }).__hit]),
  ).toEqual([0, undefined]);
  await talk(silent).getByRole("button", { name: "Send again" }).waitFor();
  expect(await silent.locator("body").textContent()).not.toContain("nobody may read this");
  for (const [page, customer] of [
    [quiet, "temporary"],
    [loud, "custom"],
  ] as const) {
    const ended =
      (await at(page, "Not delivered")) - (desk.integrator.messages().find((one) => recipientOf(one) === customer)?.at ?? Number.NaN);
    expect(ended).toBeGreaterThan(5_000);
    expect(ended).toBeLessThan(6_000 + mostLateMs);
  }
  await Promise.all([quiet, loud, silent, final].map((page) => page.close()));
});

test.concurrent("[CH-086] a message sent again goes to the end of the customer's line with its own id", async ({ expect }) => {
  const page = await open("again", error("recipient_blocked", "blocked"));
  await send(page, "first");
  await notDelivered(page, "first");
  replies.set("again", "ok");
  await send(page, "second");
  await bubble(page, "second").getByText("Delivered", { exact: true }).waitFor();
  await talk(page).getByRole("button", { name: "Send again" }).click();
  await bubble(page, "first").getByText("Delivered", { exact: true }).waitFor();
  const sent = desk.integrator
    .messages()
    .filter((one) => recipientOf(one) === "again")
    .map(({ body }) => (JSON.parse(body) as { message: { id: string; text: string } }).message);
  expect(sent.map(({ text }) => text)).toEqual(["first", "second", "first"]);
  expect(sent[2]?.id).toBe(sent[0]?.id);
  await page.close();
});

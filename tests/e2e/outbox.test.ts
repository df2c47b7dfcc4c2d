import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, message, openDesk, ready, type Desk, type Seat } from "./desk.ts";

let desk: Desk;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  seat = await desk.sit(undefined, { cuts: true });
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

/** Creates a chat of the operator with a new customer. */
async function chat(customer: string): Promise<number> {
  await desk.parlour.sendCustomerMessage(desk.channel, customer, "Hello", { sender: { name: customer } });
  const { id } = await desk.parlour.findChat(customer);
  expect((await desk.operator.call("POST", `chats/${id}/accept`)).status).toBe(200);
  return id;
}
/** Opens a chat in the first tab. */
async function open(id: number): Promise<Page> {
  const { page } = seat;
  await page.goto(`${desk.url}/inbox/mine/${id}`);
  await ready(page);
  return page;
}
const stored = async (id: number): Promise<string[]> =>
  (await desk.parlour.messages(id)).filter(({ author }) => author.kind === "operator").map(({ text }) => text);
const sent = (customer: string): string[] =>
  desk.integrator
    .messages()
    .map(({ body }) => JSON.parse(body) as { recipient: { id: string }; message: { text: string } })
    .filter((one) => one.recipient.id === customer)
    .map((one) => one.message.text);

test("[CORE-044] a page reloaded right after Send, its request lost on the way, sends the messages once and in order", async () => {
  const id = await chat("reload");
  const page = await open(id);
  let tries = 0;
  await page.route("**/messages", (route) =>
    route.request().method() === "POST" ? (tries++, route.abort("connectionreset")) : route.continue(),
  );
  for (const text of ["one", "two", "three"]) {
    await message(page).fill(text);
    await message(page).press("Enter");
  }
  await expect.poll(() => tries).toBeGreaterThan(0);
  await page.unroute("**/messages");
  await page.reload();
  for (const text of ["one", "two", "three"]) await bubble(page, text).getByText("Delivered", { exact: true }).waitFor();
  await expect.poll(() => message(page).inputValue()).toBe("");
  expect(await stored(id)).toEqual(["one", "two", "three"]);
  expect(sent("reload")).toEqual(["one", "two", "three"]);
});

test("[CORE-044] a message whose answer is lost is repeated with its client id and stored once", async () => {
  const id = await chat("answer");
  const page = await open(id);
  let lost = 0;
  await page.route("**/messages", async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost++;
    // The request reaches the server, but its response is lost.
    await route.fetch();
    return route.abort("connectionreset");
  });
  await message(page).fill("only once");
  await message(page).press("Enter");
  await expect.poll(() => lost).toBe(1);
  await message(page).fill("and after it");
  await message(page).press("Enter");
  await bubble(page, "and after it").getByText("Delivered", { exact: true }).waitFor();
  await expect.poll(() => bubble(page, "only once").count()).toBe(1);
  expect(await stored(id)).toEqual(["only once", "and after it"]);
  expect(sent("answer")).toEqual(["only once", "and after it"]);
  await page.unroute("**/messages");
});

test("[CORE-044] two tabs without a server: what each wrote goes out once, in the order it was written", async () => {
  const id = await chat("tabs");
  const tabs = [await open(id), await seat.tab(`/inbox/mine/${id}`)];
  await Promise.all(tabs.map(ready));
  desk.proxy?.setMode("cut");
  await Promise.all(tabs.map((page) => page.getByRole("button", { name: /^Offline since/ }).waitFor()));
  const texts: string[] = [];
  for (let n = 1; n <= 3; n++) {
    for (const [i, page] of tabs.entries()) {
      const text = `${n} of tab ${i + 1}`;
      await message(page).fill(text);
      await message(page).press("Enter");
      // The other tab shows it too.
      for (const other of tabs) await bubble(other, text).getByText("Sending").waitFor();
      texts.push(text);
    }
  }
  desk.proxy?.setMode("pass");
  for (const page of tabs) await page.getByRole("button", { name: /^(Offline since|Connection)/ }).click();
  for (const page of tabs) for (const text of texts) await bubble(page, text).getByText("Delivered", { exact: true }).waitFor();
  expect(await stored(id)).toEqual(texts);
  expect(sent("tabs")).toEqual(texts);
  await tabs[1]?.close();
});

test("[CORE-044] [CORE-042] a server that ends and starts again between messages loses and doubles none", async () => {
  const id = await chat("restart");
  const page = await open(id);
  const texts = Array.from({ length: 8 }, (_, i) => `message ${i + 1}`);
  let back: Promise<void> | null = null;
  for (const [i, text] of texts.entries()) {
    if (i === 2) back = desk.parlour.restart();
    await message(page).fill(text);
    await message(page).press("Enter");
    await bubble(page, text).waitFor();
  }
  await back;
  for (const text of texts) await bubble(page, text).getByText("Delivered", { exact: true }).waitFor();
  expect(await stored(id)).toEqual(texts);
  expect(sent("restart")).toEqual(texts);
});

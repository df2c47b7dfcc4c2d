import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bubble, openDesk, pass, readMarks, ready, row, talk, type Desk } from "./desk.ts";
import { look } from "./look.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
  for (let n = 0; n < 30; n++)
    await desk.parlour.sendCustomerMessage(desk.channel, "anna", `line ${n}`, { sender: { name: "Anna Keller" } });
  const { id } = await desk.parlour.findChat("anna");
  await desk.operator.call("POST", `chats/${id}/accept`);
});
afterAll(() => desk.close());

const unreadOf = async (customer: string): Promise<number> => {
  const { id } = await desk.parlour.findChat(customer);
  return (await desk.operator.call("GET", `chats/${id}`)).body.unread;
};

test("[API-029] a message is read when it was on the screen half a second in a visible, focused window, and not before", async () => {
  const { id } = await desk.parlour.findChat("anna");
  const seat = await desk.sit(undefined, { path: `/inbox/all/${id}`, clock: true });
  const { page } = seat;
  await ready(page);
  await bubble(page, "line 29").waitFor();
  await expect.poll(() => unreadOf("anna")).toBe(0);

  // The window loses the focus: a new message is visible but not read.
  await page.evaluate(() => {
    document.hasFocus = () => false;
  });
  await desk.parlour.sendCustomerMessage(desk.channel, "anna", "while away");
  await bubble(page, "while away").waitFor();
  const marks = readMarks(page);
  await pass(page, 1_200);
  expect(marks).toEqual([]);
  expect(await unreadOf("anna")).toBe(1);
  // Another device read the message meanwhile.
  const unread = row(page, "Anna Keller").getByText("1 unread");
  await unread.waitFor({ state: "attached" });
  expect((await desk.operator.call("PUT", `chats/${id}/read`, { seq: 999 })).status).toBe(204);
  await unread.waitFor({ state: "detached" });
  await desk.parlour.sendCustomerMessage(desk.channel, "anna", "still away");
  await bubble(page, "still away").waitFor();
  await page.evaluate(() => {
    document.hasFocus = () => true;
  });
  await pass(page, 1_200);
  await expect.poll(() => marks.length).toBeGreaterThan(0);
  await expect.poll(() => unreadOf("anna")).toBe(0);

  // The pane is scrolled up, so a new message is below the visible part.
  await talk(page)
    .locator(".log")
    .evaluate((log) => {
      log.scrollTop = 0;
    });
  await talk(page).getByText("line 0", { exact: true }).waitFor();
  await desk.parlour.sendCustomerMessage(desk.channel, "anna", "below the screen");
  await talk(page).getByRole("button", { name: "1 new" }).waitFor();
  marks.length = 0;
  await pass(page, 1_200);
  expect(marks).toEqual([]);
  expect(await unreadOf("anna")).toBe(1);
  await talk(page).getByRole("button", { name: "1 new" }).click();
  await bubble(page, "below the screen").waitFor();
  await expect.poll(() => unreadOf("anna")).toBe(0);
  await seat.leave();
});

test.runIf(isLongRun)(
  "[API-020] lists are narrowed by channel, department, operator, tag; a saved filter stays with its person in this browser",
  async () => {
    const sales = (await desk.parlour.owner.call("POST", "departments", { name: "Sales", operators: [desk.operator.id] })).body as {
      id: number;
    };
    const tag = (await desk.parlour.owner.call("POST", "tags", { name: "refund" })).body as { id: number };
    await desk.parlour.sendCustomerMessage(desk.channel, "ben", "For sales", { sender: { name: "Ben Okafor" } });
    await desk.parlour.sendCustomerMessage(desk.channel, "cleo", "Money back", { sender: { name: "Cleo Brandt" } });
    const [ben, cleo] = await Promise.all([desk.parlour.findChat("ben"), desk.parlour.findChat("cleo")]);
    await desk.operator.call("POST", `chats/${ben.id}/accept`);
    await desk.operator.call("POST", `chats/${ben.id}/transfer`, { department_id: sales.id });
    expect((await desk.operator.call("PUT", `chats/${cleo.id}/tags`, { tags: [tag.id] })).status).toBe(200);

    const seat = await desk.sit();
    const { page } = seat;
    await ready(page);
    await row(page, "Anna Keller").waitFor();
    const narrow = async (): Promise<void> => {
      await page.getByRole("button", { name: /^(Narrow the list|The list is narrowed)$/ }).click();
      await page.getByRole("menuitemradio", { name: "Channel, department, operator, tag" }).click();
    };
    await narrow();
    const dialog = page.getByRole("dialog", { name: "Narrow the list" });
    await dialog.getByRole("combobox", { name: "Department" }).selectOption({ label: "Sales" });
    await dialog.getByRole("textbox", { name: "Save as" }).fill("My sales");
    expect(await look(page, "filter-dialog")).toEqual([]);
    await dialog.getByRole("button", { name: "Show" }).click();
    await row(page, "Ben Okafor").waitFor();
    await row(page, "Cleo Brandt").waitFor({ state: "detached" });
    expect(await look(page, "list-narrowed")).toEqual([]);

    await page.reload();
    await ready(page);
    await row(page, "Ben Okafor").waitFor();
    expect(await row(page, "Anna Keller").count()).toBe(0);
    await page.getByRole("button", { name: "Without Sales" }).click();
    await row(page, "Anna Keller").waitFor();

    await narrow();
    await dialog.getByRole("combobox", { name: "Tag" }).selectOption({ label: "refund" });
    await dialog.getByRole("button", { name: "Show" }).click();
    await row(page, "Cleo Brandt").waitFor();
    await row(page, "Ben Okafor").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "More", exact: false }).first().waitFor();

    await page.getByRole("button", { name: "The list is narrowed" }).click();
    await page.getByRole("menuitemradio", { name: "My sales" }).click();
    await row(page, "Ben Okafor").waitFor();
    // The server filters closed chats.
    await desk.operator.call("POST", `chats/${ben.id}/close`);
    await desk.operator.call("POST", `chats/${cleo.id}/close`);
    await page.goto(`${desk.url}/inbox/closed`);
    await row(page, "Ben Okafor").waitFor();
    expect(await row(page, "Cleo Brandt").count()).toBe(0);
    await page.goto(`${desk.url}/inbox/mine`);
    await page.getByRole("heading", { name: "No chats match" }).waitFor();
    await page.getByRole("button", { name: "Clear filter" }).click();
    await row(page, "Anna Keller").waitFor();
    await seat.leave();
  },
);

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, ready, setForward, type Desk } from "./desk.ts";
import { fillFacts } from "./facts.ts";
import { look, picture } from "./look.ts";
import { moods, retryUntil } from "./states.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  await fillShop();
});
afterAll(() => desk.close());

const chart = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const key = (page: Page, name: string) => page.locator(".keyfigures > div").filter({ has: page.getByText(name, { exact: true }) });

test("[API-074] the report shows figures, how they changed and what they mean, and every number lists its chats", async () => {
  const { parlour, channel } = desk;
  await parlour.say(channel, "customer-1", "Where is my order?", { sender: { name: "Anna Kovács" } });
  const chat = await parlour.chatOf("customer-1");
  await parlour.owner.call("POST", `chats/${chat.id}/messages`, { kind: "text", text: "On its way", client_id: "r1" });
  await parlour.settle();
  const seat = await desk.sit(undefined, { path: "/reports" });
  const { page } = seat;
  await ready(page);
  await key(page, "Chats").locator(".n").first().waitFor();
  await expect.poll(() => key(page, "Missed").textContent()).toMatch(/Ended while it waited for somebody/);
  const shown = (await parlour.owner.call("GET", "reports?last=28")).body as { now: { totals: { chats: number; missed: number } } };
  const figure = (name: string) => expect.poll(() => key(page, name).locator(".n").first().textContent());
  await figure("Chats").toBe(shown.now.totals.chats.toLocaleString("en-GB"));
  await figure("Missed").toBe(String(shown.now.totals.missed));
  const wrong = [...(await look(page, "reports", { tall: true }))];

  // From day to day by keys: what it says, and the chats of the day.
  const plot = chart(page, "Chats per day").getByRole("slider");
  await plot.focus();
  await page.keyboard.press("End");
  await expect.poll(() => plot.getAttribute("aria-valuetext")).toMatch(/Chats \d+, Missed \d+$/);
  await picture(page, "reports-tip");
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog");
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  wrong.push(...(await look(page, "reports-list", { views: ["light"] })));
  await list.getByRole("link", { name: "Anna Kovács" }).click();
  await page.waitForURL(`**/archive/${chat.id}`);
  // The list has an address: it is there again after going back, and after a reload; closing it leaves the report.
  await page.goBack();
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?show=chats&of=day\.\d{4}-\d\d-\d\d$/);
  await page.reload();
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await list.waitFor({ state: "detached" });
  // Opened here it is closed by going back, too.
  const owner = chart(page, "By operator").getByRole("row", { name: /^Ann/ });
  await owner.getByRole("button", { name: /Answered: \d/ }).click();
  await page.waitForURL(/show=replied&of=operator\.\d+/);
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  await page.goBack();
  await list.waitFor({ state: "detached" });

  // Tables beside the charts, and the definition.
  const answers = chart(page, "First answer per day");
  await answers.getByRole("button", { name: "Table" }).click();
  await answers.getByRole("columnheader", { name: "p90" }).waitFor();
  await answers.getByRole("button", { name: "What does “First answer per day” mean?" }).click();
  await answers.getByText(/in working hours/).waitFor();
  await chart(page, "By hour and weekday").getByRole("button", { name: "Table" }).click();
  wrong.push(...(await look(page, "reports-tables", { views: ["phone"], tall: true })));
  expect(wrong.join("\n")).toBe("");
  await seat.leave();
});

test("[API-074] days, comparison and filter stand in the address; a viewer reads it, an operator has no way there", async () => {
  const seat = await desk.sit(await desk.parlour.operator("viewer", "Vera Novak"));
  const { page } = seat;
  await ready(page);
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.waitForURL("**/reports");
  await page.getByRole("button", { name: "7 days" }).click();
  await page.waitForURL(/last=/);
  await expect.poll(() => page.getByRole("button", { name: "7 days" }).getAttribute("aria-pressed")).toBe("true");
  await page.getByRole("button", { name: /^compared with/ }).click();
  await page.getByRole("menuitemradio", { name: "Nothing" }).click();
  await page.waitForURL(/compare=none/);
  await expect.poll(() => page.locator(".delta").count()).toBe(0);
  await page.getByRole("button", { name: /^Filter/ }).click();
  await page.getByRole("menuitemradio", { name: "Shop" }).click();
  await page.waitForURL(/channel=/);
  const href = () => page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  await expect.poll(href).toMatch(/^\/api\/v1\/reports\/export\?table=chats&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&channel=\d+$/);
  await seat.leave();
  const other = await desk.sit(await desk.parlour.operator("operator", "Ivan Petrov"), { path: "/reports" });
  await other.page.waitForURL("**/inbox/**");
  await ready(other.page);
  expect(await other.page.getByRole("link", { name: "Reports" }).count()).toBe(0);
  await other.leave();
});

test("[API-074] it says that it counts, that it failed, that there was nothing, and how old its numbers are", async () => {
  const seat = await desk.sit(undefined, { cuts: true });
  const { page } = seat;
  await ready(page);
  const answers = await moods(page);
  await answers.is("waits");
  await page.goto(`${desk.url}/reports`);
  await page.locator(".bone").first().waitFor();
  await answers.is("fails");
  await page.getByText(/The report could not be loaded/).waitFor();
  const wrong = [...(await look(page, "reports-failed"))];
  await answers.is("answers");
  await retryUntil(page, chart(page, "By operator"));
  await page.goto(`${desk.url}/reports?from=2020-01-01&to=2020-01-31`);
  await page.getByText("No chats in this time").waitFor();
  wrong.push(...(await look(page, "reports-none")));
  await page.getByRole("button", { name: "The last 13 weeks" }).click();
  await chart(page, "By operator").waitFor();
  // Without a connection the numbers stay, with the time they are of; the banner alone says that there is none.
  await setForward(page, 120_000);
  desk.proxy?.mode("cut");
  await page.getByText(/^As of \d\d:\d\d$/).waitFor();
  await chart(page, "By operator").getByText("Ivan Petrov").waitFor();
  desk.proxy?.mode("pass");
  expect(wrong.join("\n")).toBe("");
  await seat.leave();
});

/** Eight weeks of a shop that is open from Monday to Friday. */
async function fillShop(): Promise<void> {
  const { parlour, channel } = desk;
  const call = (path: string, body: object) => parlour.owner.call("POST", path, body);
  const days = Object.fromEntries(["mon", "tue", "wed", "thu", "fri"].map((day) => [day, ["08:00-20:00"]]));
  await parlour.owner.call("PATCH", "working-hours", { timezone: "Europe/London", week: days });
  const people = [
    parlour.owner.id,
    (await parlour.operator("operator", "Ivan Petrov")).id,
    (await parlour.operator("operator", "Priya Nair")).id,
  ];
  const department = (await call("departments", { name: "Returns", operators: people })).body.id as number;
  await fillFacts(parlour, channel.id, department, people);
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, type Desk, type Seat } from "./desk.ts";
import { look } from "./look.ts";

let desk: Desk;
let seat: Seat;
beforeAll(async () => {
  desk = await openDesk();
  const { owner } = desk.parlour;
  await owner.call("POST", "departments", { name: "Sales", operators: [owner.id] });
  await owner.call("POST", "tags", { name: "VIP" });
  for (const name of ["Anna", "Ben"]) await desk.parlour.say(desk.channel, name, "Hi", { sender: { name } });
  seat = await desk.sit();
});
afterAll(async () => {
  await seat.leave();
  await desk.close();
});

test("[API-072] the audit log shows who changed what, before and after, and that nobody touched it", async () => {
  const { page } = seat;
  await desk.parlour.owner.call("PATCH", "account", { name: "Ember & Clay" });
  await page.goto(`${desk.url}/settings/audit`);
  await page.getByText(/The chain is whole/).waitFor();
  const changed = page.getByRole("row").filter({ hasText: "account.change" }).first();
  await changed.getByText(/^Changes/).click();
  await changed.locator("ins", { hasText: "Ember & Clay" }).waitFor();
  expect(await look(page, "settings-audit", { views: ["light", "forced", "phone", "large"] })).toEqual([]);
  await page.getByRole("searchbox", { name: "Filter the audit log" }).fill("VIP");
  await page.getByText("tag.create").waitFor();
  await expect.poll(() => page.getByText("account.change").count()).toBe(0);
  await page.getByRole("searchbox", { name: "Filter the audit log" }).fill("nothing like it");
  await page.getByRole("button", { name: "Clear the filter" }).click();
  await page.getByText("account.change").first().waitFor();
  expect(await page.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain("/api/v1/audit/export?");
});

test("[CORE-115] [CORE-116] times are tried before they are saved; a visitor is erased by typing the number, and the proof stays", async () => {
  const { page } = seat;
  const { number } = (await desk.parlour.chatOf("Ben")).visitor;
  await page.goto(`${desk.url}/settings/data`);
  const files = page.getByRole("textbox", { name: /^Files/ });
  await files.fill("soon");
  await page.getByRole("button", { name: /^Save/ }).click();
  await page.getByText("Whole days, 0 to 36,500.").first().waitFor();
  await files.fill("30");
  await page.getByRole("button", { name: "What would go?" }).click();
  await page.getByText("Nothing would go.").waitFor();
  await page.getByRole("button", { name: /^Save/ }).click();
  await expect.poll(async () => (await desk.parlour.owner.call("GET", "retention")).body.days.files_days).toBe(30);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download the zip" }).click()]);
  expect(file.suggestedFilename()).toMatch(/^parlour-account-[0-9-]+\.zip$/);
  await page.getByRole("textbox", { name: "Number of the visitor" }).fill(String(number));
  await page.getByRole("button", { name: "Erase…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(/^Ben has 1 chat/).waitFor();
  const sure = dialog.getByRole("button", { name: "Erase for good" });
  await expect.poll(() => sure.getAttribute("aria-disabled")).toBe("true");
  await dialog.getByRole("textbox").fill(String(number));
  await sure.click();
  await page.getByText(`Visitor ${number} ·`).click();
  await page
    .getByText(/message/)
    .first()
    .waitFor();
  expect((await desk.parlour.owner.call("GET", `visitors/${number}`)).body).toMatchObject({ erased: true, name: null });
  expect(await look(page, "settings-data", { views: ["light", "forced", "phone", "large"] })).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { openInboxFixture, type InboxFixture, type OperatorPage } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";

/** An administrator plans holidays in the settings of the working hours. */
const week = ["mon", "tue", "wed", "thu", "fri"].map((day) => [day, ["09:00-18:00"]]);
let fixture: InboxFixture;
let operatorPage: OperatorPage;
beforeAll(async () => {
  fixture = await openInboxFixture();
  const saved = await fixture.parlour.owner.call("PATCH", "working-hours", {
    timezone: "Europe/Berlin",
    week: Object.fromEntries(week),
    exceptions: { "2020-12-24": [], "2031-12-31": ["09:00-13:00"] },
    exception_details: {
      "2020-12-24": { name: "Christmas 2020", until: "2021-01-02" },
      "2031-12-31": { name: "New Year’s Eve" },
    },
  });
  expect(saved.status, saved.text).toBe(200);
  operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/settings/hours",
  });
});
afterAll(async () => {
  await operatorPage.checkAndClose();
  await fixture.close();
});

test("[CORE-385] [CORE-343] a holiday is typed as a range, named, changed and saved; past ones are folded", async () => {
  const { page } = operatorPage;
  const rows = page.locator(".exceptions > li");
  await rows.first().waitFor();
  expect(await rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).innerText))).toEqual(
    [expect.stringMatching(/Wed, 31 Dec 2031\s+New Year’s Eve\s+09:00 to 13:00/), ""],
  );
  await page.getByText("1 past exception", { exact: true }).click();
  await page.getByText("Christmas 2020").waitFor();
  expect(await checkScreen(page, "hours-past", { axe: true })).toEqual([]);
  await page.getByText("1 past exception", { exact: true }).click();

  const date = page.getByLabel("Date", { exact: true });
  await date.fill("31 Dec 2031");
  await date.press("Enter");
  await page.getByText("Already in the list: Wed, 31 Dec 2031. Change it there.").waitFor();
  await date.fill("24 Dec 2031 – 2 Jan");
  await page.getByText("Wed, 24 Dec 2031 – Fri, 2 Jan 2032", { exact: true }).waitFor();
  await date.fill("24 Dec 2031 – 26 Dec 2031");
  await date.press("Enter");
  // The new exception is open, with the focus in its name.
  await page.keyboard.type("Christmas");
  const fields = page.getByRole("group", { name: "Edit Wed, 24 Dec – Fri, 26 Dec 2031" });
  await fields.getByLabel("Last day").fill("2 Jan");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .getByText(
      "These exceptions share a day: Wed, 24 Dec 2031 – Fri, 2 Jan 2032 and Wed, 31 Dec 2031.",
    )
    .first()
    .waitFor();
  expect(
    await checkScreen(page, "hours-overlap", { views: usualViews, axe: true, tall: true }),
  ).toEqual([]);
  await page.getByLabel("Last day").fill("28 Dec");
  await page.getByText("Sun, 28 Dec 2031", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const stored = (await fixture.parlour.owner.call("GET", "working-hours")).body as object;
  expect(stored).toMatchObject({
    exceptions: { "2020-12-24": [], "2031-12-24": [], "2031-12-31": ["09:00-13:00"] },
    exception_details: {
      "2020-12-24": { name: "Christmas 2020", until: "2021-01-02" },
      "2031-12-24": { name: "Christmas", until: "2031-12-28" },
      "2031-12-31": { name: "New Year’s Eve" },
    },
  });
  await page.getByRole("button", { name: "Edit Wed, 24 Dec – Sun, 28 Dec 2031" }).click();
  expect(
    await checkScreen(page, "hours-saved", { views: usualViews, axe: true, tall: true }),
  ).toEqual([]);
});

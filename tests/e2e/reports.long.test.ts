import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openInboxFixture,
  waitUntilLive,
  shiftPageClock,
  type InboxFixture,
} from "./inbox-fixture.ts";
import { seedReportFacts } from "./seed-report-facts.ts";
import { checkScreen, takeScreenshot, usualViews } from "./screen-check.ts";
import { interceptReads, retryUntilVisible } from "./screen-state-checks.ts";

let fixture: InboxFixture;
beforeAll(async () => {
  fixture = await openInboxFixture({ proxied: true });
  await createReportChats();
});
afterAll(() => fixture.close());

const chart = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const keyFigure = (page: Page, name: string) =>
  page.locator(".keyfigures > div").filter({ has: page.getByText(name, { exact: true }) });

test("[API-074] [CORE-192] the report shows figures and what they mean, every number lists its chats, and a period is chosen by keys", async () => {
  const { parlour, channel } = fixture;
  await parlour.sendCustomerMessage(channel, "customer-1", "Where is my order?", {
    sender: { name: "Anna Kovács" },
  });
  const chat = await parlour.findChat("customer-1");
  await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
    kind: "text",
    text: "On its way",
    client_id: "r1",
  });
  await parlour.settle();
  const operatorPage = await fixture.openOperatorPage(fixture.parlour.owner, {
    path: "/reports",
  });
  const { page } = operatorPage;
  await waitUntilLive(page);
  await keyFigure(page, "Chats").locator(".n").first().waitFor();
  const shown = (await parlour.owner.call("GET", "reports?last=28")).body as {
    now: { totals: { chats: number; missed: number } };
  };
  const figure = (name: string) =>
    expect.poll(() => keyFigure(page, name).locator(".n").first().textContent());
  await figure("Chats").toBe(shown.now.totals.chats.toLocaleString("en-GB"));
  await figure("Missed").toBe(String(shown.now.totals.missed));
  const problems = [...(await checkScreen(page, "reports", { tall: true }))];
  // No line of a tile is cut.
  const cut = await page
    .locator(".keyfigures .what")
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(cut).toBe(0);

  // The explanation of a figure: on focus, closed by Escape, and all of them at once.
  await keyFigure(page, "Missed").getByRole("button", { name: "About Missed" }).focus();
  await page.getByText(/even if someone had joined before/).waitFor();
  problems.push(...(await checkScreen(page, "reports-definition", { views: ["light", "phone"] })));
  await page.keyboard.press("Escape");
  await page.getByText(/even if someone had joined before/).waitFor({ state: "detached" });
  await chart(page, "First reply per day")
    .getByRole("button", { name: "About First reply per day" })
    .click();
  await page.getByRole("button", { name: "All definitions" }).click();
  await page
    .getByRole("dialog", { name: "All definitions" })
    .getByText("Positive ratings divided by all ratings.")
    .waitFor();
  await page.keyboard.press("Escape");

  // From day to day by keyboard: the figures of the day, and its chats.
  const plot = chart(page, "Chats per day").getByRole("slider");
  await plot.focus();
  await page.keyboard.press("End");
  await expect.poll(() => plot.getAttribute("aria-valuetext")).toMatch(/Chats \d+, Missed \d+$/);
  await takeScreenshot(page, "reports-tip");
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog");
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  problems.push(...(await checkScreen(page, "reports-list", { views: ["light"] })));
  await list.getByRole("link", { name: "Anna Kovács" }).click();
  await page.waitForURL(`**/archive/${chat.id}`);
  // The list has an address: Back and a reload restore it, and closing it stays on the report.
  await page.goBack();
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  await expect
    .poll(() => new URL(page.url()).search)
    .toMatch(/^\?show=chats&of=day\.\d{4}-\d\d-\d\d$/);
  await page.reload();
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => new URL(page.url()).search).toBe("");
  await list.waitFor({ state: "detached" });
  // Back also closes a list that was opened here.
  const owner = chart(page, "By operator").getByRole("row", { name: /^Olga/ });
  await owner.getByRole("button", { name: /Answered: \d/ }).click();
  await page.waitForURL(/show=replied&of=operator\.\d+/);
  await list.getByRole("link", { name: "Anna Kovács" }).waitFor();
  await page.goBack();
  await list.waitFor({ state: "detached" });

  // Tables beside the charts.
  const answers = chart(page, "First reply per day");
  await answers.getByRole("button", { name: "Table" }).click();
  await answers.getByRole("columnheader", { name: "90% within" }).waitFor();
  await chart(page, "By hour and weekday").getByRole("button", { name: "Table" }).click();
  problems.push(...(await checkScreen(page, "reports-tables", { views: ["phone"], tall: true })));

  await choosePeriod(page, problems);
  expect(problems.join("\n")).toBe("");
  await operatorPage.checkAndClose();
});

/**
 * Chooses a preset, types days with an error, and picks days in the calendar by keyboard. The
 * address changes only after Apply.
 */
async function choosePeriod(page: Page, problems: string[]): Promise<void> {
  const button = page.getByRole("button", { name: /^Period: / });
  const dialog = page.getByRole("dialog", { name: "Choose a period" });
  const apply = dialog.getByRole("button", { name: "Apply" });
  await button.click();
  problems.push(...(await checkScreen(page, "reports-period", { views: usualViews })));
  await dialog.getByText("Last 7 days").click();
  await apply.click();
  await page.waitForURL(/last=%227%22/);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
    .toMatch(/^Period: /);

  await button.click();
  const [from, to] = [
    dialog.getByRole("textbox", { name: "From" }),
    dialog.getByRole("textbox", { name: "To" }),
  ];
  await from.fill("3.2.2026");
  await to.fill("1 Feb 2026");
  await dialog.getByText("The end must not be before the start.").waitFor();
  await apply.click();
  await expect.poll(() => to.evaluate((field) => field === document.activeElement)).toBe(true);
  await to.fill("nonsense");
  await apply.click();
  await dialog.getByText(/^Enter a date, for example/).waitFor();
  await to.fill("25 Feb 2026");
  await dialog.getByRole("checkbox", { name: "Compare with the previous 23 days" }).uncheck();
  await apply.click();
  await page.waitForURL(/from=2026-02-03&to=2026-02-25&compare=none/);
  await expect.poll(() => page.locator(".delta").count()).toBe(0);

  await button.click();
  await dialog
    .getByRole("gridcell", { name: "25 February 2026, end of the period" })
    .getByRole("button")
    .focus();
  for (const press of ["PageUp", "ArrowUp", "ArrowRight", "Enter", "End", "Enter"])
    await page.keyboard.press(press);
  await dialog
    .getByRole("grid", { name: "January 2026" })
    .getByRole("gridcell", { name: "25 January 2026, end of the period" })
    .waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).searchParams.get("from")).toBe("2026-02-03");
}

test("[API-074] a viewer reads and filters the report, which says that it loads, failed, is empty or old; an operator has no way there", async () => {
  const operatorPage = await fixture.openOperatorPage(
    await fixture.parlour.operator("viewer", "Vera Novak"),
    { cuts: true },
  );
  const { page } = operatorPage;
  await waitUntilLive(page);
  const answers = await interceptReads(page);
  await answers.setMode("waits");
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await page.waitForURL("**/reports");
  await page.locator(".bone").first().waitFor();
  await answers.setMode("fails");
  await page.getByText(/The report could not be loaded/).waitFor();
  const problems = [...(await checkScreen(page, "reports-failed"))];
  await answers.setMode("answers");
  await retryUntilVisible(page, chart(page, "By operator"));
  await page.goto(`${fixture.url}/reports?from=2020-01-01&to=2020-01-31`);
  await page.getByText("No chats in this period").waitFor();
  problems.push(...(await checkScreen(page, "reports-none")));
  await page.getByRole("button", { name: /^Filter/ }).click();
  await page.getByRole("menuitemradio", { name: "Shop" }).click();
  await page.waitForURL(/channel=/);
  const href = () => page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
  await expect
    .poll(href)
    .toMatch(
      /^\/api\/v1\/reports\/export\?table=chats&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d&format=csv&channel=\d+$/,
    );
  await page.getByRole("button", { name: "Show the last 13 weeks" }).click();
  await chart(page, "By operator").waitFor();
  // Without a connection the figures stay, with their time. Only the banner reports the loss.
  await shiftPageClock(page, 120_000);
  fixture.proxy?.setMode("cut");
  await page.getByText(/^As of \d\d:\d\d$/).waitFor();
  await chart(page, "By operator").getByText("Ivan Petrov").waitFor();
  fixture.proxy?.setMode("pass");
  expect(problems.join("\n")).toBe("");
  await operatorPage.checkAndClose();
  const other = await fixture.openOperatorPage(undefined, { path: "/reports" });
  await other.page.getByText(/^Your role does not allow this/).waitFor();
  expect(await other.page.getByRole("link", { name: "Reports" }).count()).toBe(0);
  await other.checkAndClose();
});

/** Creates eight weeks of chats of a shop that is open from Monday to Friday. */
async function createReportChats(): Promise<void> {
  const { parlour, channel } = fixture;
  const call = (path: string, body: object) => parlour.owner.call("POST", path, body);
  const days = Object.fromEntries(
    ["mon", "tue", "wed", "thu", "fri"].map((day) => [day, ["08:00-20:00"]]),
  );
  await parlour.owner.call("PATCH", "working-hours", { timezone: "Europe/London", week: days });
  const people = [
    parlour.owner.id,
    (await parlour.operator("operator", "Ivan Petrov")).id,
    (await parlour.operator("operator", "Priya Nair")).id,
  ];
  const department = (await call("departments", { name: "Returns", operators: people })).body
    .id as number;
  await seedReportFacts(parlour, channel.id, department, people);
}

import { hostname } from "node:os";
import { expect, test } from "vitest";
import { openInboxFixture } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";

test("[CORE-367] [CORE-371] [CORE-173] the owner starts a backup, sees its progress and result, and sets the schedule by the keyboard", async () => {
  const fixture = await openInboxFixture();
  const { parlour } = fixture;
  try {
    const { page } = await fixture.openOperatorPage(parlour.owner, { path: "/settings/system" });
    const card = page.getByRole("region", { name: "Backups", exact: true });
    const views = { views: usualViews, axe: true } as const;
    await card.getByText("No backup yet").waitFor();
    const problems = [...(await checkScreen(page, "backups-never", views))];

    await card.getByRole("button", { name: "Back up now" }).click();
    await card.getByText("Done").waitFor();
    await page.getByRole("region", { name: "Latest backup" }).waitFor();
    problems.push(...(await checkScreen(page, "backups-done", views)));

    await card.getByRole("button", { name: "Schedule" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Schedule of backups" });
    await dialog.getByRole("switch", { name: "Back up every night" }).press("Space");
    await dialog.getByLabel("Time", { exact: true }).fill("03:30");
    await dialog.getByLabel("Folder").fill("copies");
    problems.push(...(await checkScreen(page, "backups-schedule", views)));
    await dialog.getByLabel("Folder").press("Enter");
    await dialog.getByText("The folder must be an absolute path.").waitFor();
    await dialog.getByLabel("Folder").fill("");
    await dialog.getByLabel("Folder").press("Enter");
    await card.getByText(/^Every night at 03:30/).waitFor();

    // A backup of this node that takes long, and one that failed.
    await parlour.sql(
      `insert into backup_run (epoch, state, requested_at, started_at, finished_at, node, host, error)
       select epoch, 'failed', now(), now(), now(), 1, $1, 'no_space' from instance`,
      [hostname()],
    );
    await parlour.sql(
      `insert into backup_run (epoch, state, requested_at, started_at, node, host, bytes)
       select epoch, 'running', now(), now(), (select max(id) from node), $1, 20000 from instance`,
      [hostname()],
    );
    await page.reload();
    await card.getByText(/A backup is being made/).waitFor();
    await card.getByText("Reason: not enough free disk space.").waitFor();
    problems.push(...(await checkScreen(page, "backups-running-failed", views)));
    expect(problems).toEqual([]);
  } finally {
    await fixture.close();
  }
});

test("[API-488] [CORE-173] an administrator without the installation has no such page, and the check list has the button of the owner", async () => {
  const fixture = await openInboxFixture();
  const { parlour } = fixture;
  try {
    const admin = await parlour.operator("admin");
    const { page: refused } = await fixture.openOperatorPage(admin, { path: "/settings/system" });
    await refused.getByText("Your role does not allow this.").first().waitFor();
    expect(
      await checkScreen(refused, "backups-no-right", { views: usualViews, axe: true }),
    ).toEqual([]);
    const { page } = await fixture.openOperatorPage(parlour.owner, { path: "/settings/start" });
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByRole("region", { name: "Backups", exact: true }).getByText("Done").waitFor();
  } finally {
    await fixture.close();
  }
});

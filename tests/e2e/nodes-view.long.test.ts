import { openTestPool, startTestParlour } from "@parlour/testkit";
import { expect, test } from "vitest";
import { openInboxFixture } from "./inbox-fixture.ts";
import { checkScreen, usualViews } from "./screen-check.ts";

/** First number of the lock of a node. */
const nodeLockClass = 7002;
const frozenNode = 999_999;

test("[API-381] [API-382] [API-335] the inspector shows requests of all nodes, the health lists them, and both name a node that does not respond", async () => {
  const fixture = await openInboxFixture();
  const { parlour, channel } = fixture;
  const second = await startTestParlour({ clock: "system", databaseUrl: parlour.databaseUrl });
  const pool = openTestPool(parlour.databaseUrl, { max: 1 });
  const lock = await pool.connect();
  try {
    const opened = await fixture.openOperatorPage(parlour.owner, {
      path: "/integrations/inspector",
    });
    const { page } = opened;
    const rows = page.getByRole("region", { name: "Request inspector" }).locator("tbody tr.r");
    await page.getByText("No requests yet").waitFor();
    expect((await second.sendCustomerMessage(channel, "nadia", "Hello")).status).toBe(200);
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await rows.getByRole("button").click();
    await page.getByText('"text": "Hello"').waitFor();
    await rows.getByRole("button").click();
    const missing = page.getByText("One node of this installation did not respond.");
    expect(await missing.count()).toBe(0);

    // A suspended node keeps its lock, but sends nothing.
    await lock.query("select pg_advisory_lock_shared($1::int, $2::int)", [
      nodeLockClass,
      frozenNode,
    ]);
    await expect
      .poll(async () => (await parlour.owner.call("GET", "inspector")).body.missing_nodes)
      .toBe(1);
    await page.reload();
    await missing.waitFor();
    await rows.first().waitFor();
    const problems = [
      ...(await checkScreen(page, "inspector-missing-node", { views: usualViews, axe: true })),
    ];

    const systemPage = await opened.openTab("/settings/system");
    const nodes = systemPage.getByRole("region", { name: "Nodes" });
    await nodes.waitFor();
    const texts = await nodes.locator("tbody tr").allInnerTexts();
    expect(texts.map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
      expect.stringMatching(/^Node \d+ ?this node .* Ready 0\.1\.0 .+ [12]$/),
      expect.stringMatching(/^Node \d+ .* Ready 0\.1\.0 .+ 0$/),
      `Node ${frozenNode} Not responding`,
    ]);
    problems.push(
      ...(await checkScreen(systemPage, "system-nodes", { views: usualViews, axe: true })),
    );

    // Once it is gone, the list is complete again.
    await lock.query("select pg_advisory_unlock_all()");
    await expect
      .poll(async () => (await parlour.owner.call("GET", "inspector")).body.missing_nodes)
      .toBe(0);
    await page.getByRole("button", { name: "Load again" }).click();
    await missing.waitFor({ state: "detached" });
    await systemPage.getByRole("button", { name: "Run checks again" }).click();
    await expect.poll(() => nodes.locator("tbody tr").count()).toBe(2);
    expect(problems).toEqual([]);
    await opened.checkAndClose();
  } finally {
    lock.release();
    await pool.end();
    await second.close();
    await fixture.close();
  }
});

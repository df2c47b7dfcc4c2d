import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openInboxFixture, waitUntilLive } from "./inbox-fixture.ts";
import {
  fillInstallation,
  navigateTo,
  waitUntilComplete,
  type ScreenCase,
} from "./screens-with-data.ts";

/**
 * `npm run pictures -- <folder> [part of a name]`: screenshots for people to look at, not for
 * comparison. Test runs take none.
 */
const albumFolder = process.env["ALBUM"] ?? "";
const nameFilter = process.env["ALBUM_ONLY"] ?? "";
const widths = [320, 768, 1440] as const;
const heights = { 320: 640, 768: 1024, 1440: 900 } as const;
/** Screens whose states have tests of their own. */
const otherScreens: readonly ScreenCase[] = [
  ["security", "/settings/security", "Sign-in"],
  ["data", "/settings/data", "Data and privacy"],
  ["audit", "/settings/audit", "Audit log"],
  ["oidc", "/settings/security", "Single sign-on"],
  ["accounts", "/settings/accounts", "Acme"],
  ["reports", "/reports", "Reports"],
].map(([name = "", path = "", expectedText = ""]) => ({
  name: path.startsWith("/settings") ? `settings-${name}` : name,
  path,
  expectedText,
  kind: "other",
}));
/**
 * Time limit of the whole run. Screens that are not finished by then are left out, and the run
 * fails.
 */
const maxDurationMs = 900_000;
const maxScreenDurationMs = 30_000;

test.runIf(albumFolder !== "")(
  "[CORE-052] an album of every screen, light and dark, at 320, 768 and 1440 px",
  async () => {
    mkdirSync(albumFolder, { recursive: true });
    const fixture = await openInboxFixture();
    const installation = await fillInstallation(fixture);
    const missing: string[] = [];
    try {
      const { page } = await fixture.openOperatorPage(fixture.parlour.owner);
      await waitUntilLive(page);
      page.setDefaultTimeout(maxScreenDurationMs);
      for (const screenCase of [...installation.screens, ...otherScreens].filter(({ name }) =>
        name.includes(nameFilter),
      ))
        await takeScreenshots(page, screenCase).catch((error: unknown) =>
          missing.push(`${screenCase.name}: ${String(error).split("\n")[0]}`),
        );
    } finally {
      await installation.close();
      await fixture.close();
    }
    expect(missing.join("\n")).toBe("");
  },
  maxDurationMs,
);

async function takeScreenshots(page: Page, screenCase: ScreenCase): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await navigateTo(page, screenCase.path);
  await waitUntilComplete(page, screenCase);
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (let n = 0; n < 2; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
      });
      await page.screenshot({
        path: join(albumFolder, `${screenCase.name}-${width}-${colorScheme}.png`),
      });
    }
  }
}

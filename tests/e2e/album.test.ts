import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openDesk, ready } from "./desk.ts";
import { fillDesk, go, stands, type Place } from "./places.ts";

/**
 * `npm run pictures -- <folder> [part of a name]`: screenshots for people to look at, not for
 * comparison. Test runs take none.
 */
const folder = process.env["ALBUM"] ?? "";
const only = process.env["ALBUM_ONLY"] ?? "";
const widths = [320, 768, 1440] as const;
const heights = { 320: 640, 768: 1024, 1440: 900 } as const;
/** Screens whose states have tests of their own. */
const others: readonly Place[] = [
  ["security", "/settings/security", "Sign-in and security"],
  ["data", "/settings/data", "Data and privacy"],
  ["audit", "/settings/audit", "Audit log"],
  ["oidc", "/settings/oidc", "Single sign-on"],
  ["accounts", "/settings/accounts", "Acme"],
  ["reports", "/reports", "Reports"],
].map(([name = "", path = "", words = ""]) => ({
  name: path.startsWith("/settings") ? `settings-${name}` : name,
  path,
  words,
  kind: "other",
}));
/**
 * Time limit of the whole run. Screens that are not finished by then are left out, and the run
 * fails.
 */
const mostMs = 900_000;
const mostOfPlaceMs = 30_000;

test.runIf(folder !== "")(
  "[CORE-052] an album of every screen, light and dark, at 320, 768 and 1440 px",
  async () => {
    mkdirSync(folder, { recursive: true });
    const desk = await openDesk();
    const full = await fillDesk(desk);
    const missing: string[] = [];
    try {
      const { page } = await desk.sit(desk.parlour.owner);
      await ready(page);
      page.setDefaultTimeout(mostOfPlaceMs);
      for (const place of [...full.places, ...others].filter(({ name }) => name.includes(only)))
        await take(page, place).catch((error: unknown) => missing.push(`${place.name}: ${String(error).split("\n")[0]}`));
    } finally {
      await full.close();
      await desk.close();
    }
    expect(missing.join("\n")).toBe("");
  },
  mostMs,
);

async function take(page: Page, place: Place): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await go(page, place.path);
  await stands(page, place);
  for (const width of widths) {
    await page.setViewportSize({ width, height: heights[width] });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(async () => {
        await document.fonts.ready;
        for (let n = 0; n < 2; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
      });
      await page.screenshot({ path: join(folder, `${place.name}-${width}-${colorScheme}.png`) });
    }
  }
}

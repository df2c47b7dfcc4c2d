import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openDesk, ready, type Desk, type Seat } from "./desk.ts";
import { every } from "./look.ts";
import { fillDesk, go, stands, type FullDesk } from "./places.ts";
import { failedLater, fromLoadingToFull, inLongWords, mirrored, moods, offline, withData, type Answers } from "./states.ts";

/**
 * Every screen in every state and every view; `npm run test:long` (LONG), a selection with
 * PLACES=name,name. screen-states.test.ts checks a few of each.
 */

describe.skipIf(process.env["LONG"] === undefined)("all screens", () => {
  const minutes = 60_000;
  const only = process.env["PLACES"]?.split(",");
  let desk: Desk;
  let full: FullDesk;
  let seat: Seat;
  let answers: Answers;

  beforeAll(async () => {
    desk = await openDesk({ proxied: true });
    const filled = await fillDesk(desk);
    full = { ...filled, places: filled.places.filter(({ name }) => only === undefined || only.includes(name)) };
    seat = await desk.sit(desk.parlour.owner, { cuts: true });
    await ready(seat.page);
    answers = await moods(seat.page);
  });
  afterAll(async () => {
    await seat.leave();
    await full.close();
    await desk.close();
  });

  // Clears the effects of the previous test.
  beforeEach(() => answers.is("answers"));

  test("[CORE-052] with their data, in every view", { timeout: 20 * minutes }, async () => {
    expect((await withData(seat.page, full.places, { views: every })).join("\n")).toBe("");
  });

  test("[API-002] loading, failed, empty, full", { timeout: 20 * minutes }, async () => {
    const wrong: string[] = [];
    for (const place of full.places)
      if (place.kind === "table" || place.empty !== undefined || (place.kind === "form" && !place.name.endsWith("-new")))
        wrong.push(...(await fromLoadingToFull(seat.page, answers, desk.url, place)));
    expect(wrong.join("\n")).toBe("");
  });

  test("[API-002] [CORE-045] after a reading that failed, and without a connection", { timeout: 20 * minutes }, async () => {
    const places = full.places.filter(({ kind }) => kind !== "other");
    const wrong = [...(await failedLater(desk, seat.page, answers, places)), ...(await offline(desk, seat.page, places))];
    expect(wrong.join("\n")).toBe("");
  });

  test("[API-170] every label of a settings page is found by the search of the settings", { timeout: 20 * minutes }, async () => {
    const { page } = seat;
    const menu = page.getByRole("navigation", { name: "Settings" });
    const missing: string[] = [];
    for (const place of full.places.filter(({ path }) => path.startsWith("/settings/"))) {
      await go(page, place.path);
      await stands(page, place);
      const marked = page.locator(".at :is(.field > label, .field > .label, .toggle > label, .body legend, .body h2)");
      // Without the mark of a changed value.
      const labels = await marked.evaluateAll((found) => found.map((one) => (one.firstChild?.textContent ?? "").trim()));
      for (const label of new Set(labels)) {
        await menu.getByRole("searchbox").fill(label);
        if ((await menu.locator(".found span").getByText(label, { exact: true }).count()) === 0) missing.push(`${place.name}: ${label}`);
      }
      await menu.getByRole("searchbox").fill("");
    }
    expect(missing).toEqual([]);
  });

  test("[CORE-052] in longer words and from right to left", { timeout: 20 * minutes }, async () => {
    const wrong = [...(await inLongWords(seat.page, full.places, full.data)), ...(await mirrored(seat.page, full.places))];
    expect(wrong.join("\n")).toBe("");
  });
});

import type { TestOperator } from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, ready, type Desk } from "./desk.ts";
import { isLongRun } from "./look.ts";
import { fillDesk, type FullDesk } from "./places.ts";
import { pressAll, probeRights } from "./press-all.ts";

/** Presses every control that the screens offer to each role (CORE-147). */

let desk: Desk;
let full: FullDesk;
beforeAll(async () => {
  desk = await openDesk();
  full = await fillDesk(desk);
  // Ivan also answers chats of the site, so that the screens offer calls, visitors and offline
  // messages to an operator.
  const { owner } = desk.parlour;
  const channels = ((await owner.call("GET", "channels")).body as { items: Channel[] }).items;
  for (const { id, kind } of channels) {
    if (kind !== "widget") continue;
    expect((await owner.call("PATCH", `channels/${id}`, { operators: [owner.id, full.scene.ivan.id] })).status).toBe(200);
  }
});
afterAll(async () => {
  await full.close();
  await desk.close();
});

/** Keys of the inbox that act on the open chat. */
const chatKeys = ["a", "r", "n", "u", "t", "i", "b", "e"];
/**
 * Screens of each role in a short run: those with the most controls. A long run walks through all
 * screens, and chats in every state.
 */
const main = {
  operator: ["inbox", "visitor"],
  viewer: ["inbox"],
  developer: ["delivery", "settings-webhooks"],
  admin: ["person"],
} as const;

async function walk(role: keyof typeof main, who: TestOperator): Promise<{ pressed: number; refused: string[] }> {
  const seat = await desk.sit(who, { cuts: true });
  const { page } = seat;
  const refused: string[] = [];
  const asked = await probeRights(page);
  const chats = (role === "operator" ? ["nadia", ...(isLongRun ? ["marie", "tom"] : [])] : []).map((customer) => ({
    name: `chat of ${customer}`,
    path: `/inbox/all/${full.scene.id(customer)}`,
  }));
  let pressed = 0;
  for (const { name, path } of [
    ...full.places.filter((place) => isLongRun || (main[role] as readonly string[]).includes(place.name)),
    ...chats,
  ]) {
    await page.goto(`${desk.url}${path}`);
    await ready(page);
    // A screen that the role may not open redirects.
    if (new URL(page.url()).pathname !== path.split("?")[0]) continue;
    asked.length = 0;
    const names = await pressAll(page, `${desk.url}${path}`, () => ready(page), path.startsWith("/inbox/") ? chatKeys : []);
    pressed += names.length;
    refused.push(...new Set(asked.map((request) => `${name}: ${request}, after ${names.at(-1) ?? "the load"}`)));
  }
  await seat.context.close();
  return { pressed, refused };
}

test("[CORE-147] nothing that is offered to an operator is refused for lack of a right", async () => {
  const { pressed, refused } = await walk("operator", full.scene.ivan);
  expect(refused).toEqual([]);
  expect(pressed).toBeGreaterThan(40);
});
test.runIf(isLongRun)("[CORE-147] nothing that is offered to a viewer is refused for lack of a right", async () => {
  const { pressed, refused } = await walk("viewer", full.scene.viewer);
  expect(refused).toEqual([]);
  expect(pressed).toBeGreaterThan(10);
});
test.runIf(isLongRun)("[CORE-147] nothing that is offered to a developer is refused for lack of a right", async () => {
  const { pressed, refused } = await walk("developer", full.developer);
  expect(refused).toEqual([]);
  expect(pressed).toBeGreaterThan(15);
});
test.runIf(isLongRun)("[CORE-147] nothing that is offered to an administrator is refused for lack of a right", async () => {
  const { pressed, refused } = await walk("admin", await desk.parlour.operator("admin", "Ada Min"));
  expect(refused).toEqual([]);
  expect(pressed).toBeGreaterThan(0);
});

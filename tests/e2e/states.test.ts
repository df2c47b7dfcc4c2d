import { isLongRun } from "@parlour/testkit/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDesk, ready, row, type Desk, type Seat } from "./desk.ts";
import { look, narrow } from "./look.ts";
import { fillDesk, go, stands, type FullDesk, type Place } from "./places.ts";
import { failedLater, fromLoadingToFull, inLongWords, mirrored, moods, offline, withData, type Answers } from "./states.ts";

/**
 * Each cell of the state table (product.md 3) on one screen with data of each kind.
 * screen-states.long.test.ts checks all screens in all states.
 */

let desk: Desk;
let full: FullDesk;
let seat: Seat;
let answers: Answers;
const named = (...names: string[]): readonly Place[] => full.places.filter(({ name }) => names.includes(name));

beforeAll(async () => {
  desk = await openDesk({ proxied: true });
  full = await fillDesk(desk);
  seat = await desk.sit(desk.parlour.owner, { cuts: true });
  await ready(seat.page);
  answers = await moods(seat.page);
});
afterAll(async () => {
  await seat.leave();
  await full.close();
  await desk.close();
});

test("[API-002] loading, failed, empty, full: a table", async () => {
  const wrong = await fromLoadingToFull(seat.page, answers, desk.url, named("deliveries")[0]!, { views: ["light"] });
  expect(wrong.join("\n")).toBe("");
});

test.runIf(isLongRun)(
  "[CORE-052] [BOT-001] [BOT-003] [WH-001] [CORE-023] [CORE-090] [WG-045] tables and forms with their data, wide and on a phone",
  async () => {
    const wrong = [
      ...(await withData(seat.page, named("settings-people", "hours"), { views: narrow })),
      ...(await withData(seat.page, named("settings-bots", "bot", "settings-webhooks", "webhook", "links"), { views: ["phone"] })),
    ];
    expect(wrong.join("\n")).toBe("");
  },
);

test.runIf(isLongRun)("[CORE-052] in the dark, with forced colours, at 200 %, with large text and compact", async () => {
  const wrong = await withData(seat.page, named("inbox"), { views: ["dark", "forced", "zoom", "large", "compact"] });
  expect(wrong.join("\n")).toBe("");
});

test("[API-002] a later reading that fails leaves what was read", async () => {
  const wrong = await failedLater(desk, seat.page, answers, named("deliveries"), { views: ["light"] });
  expect(wrong.join("\n")).toBe("");
});

test.runIf(isLongRun)("[CORE-045] without a connection screens keep their data, and that is said once", async () => {
  const wrong = await offline(desk, seat.page, named("online"), { views: ["light"] });
  expect(wrong.join("\n")).toBe("");
});

test("[CORE-052] in a language longer by a third nothing is cut and no word is left in English; mirrored, all stands as in a mirror", async () => {
  const places = named("inbox");
  const wrong = [...(await inLongWords(seat.page, places, full.data)), ...(await mirrored(seat.page, places))];
  expect(wrong.join("\n")).toBe("");
});

test("[CORE-001] [API-046] what somebody may only read has no way to change it: a developer's links, a viewer's visitor", async () => {
  const wrong: string[] = [];
  for (const [who, place] of [
    [full.developer, "links"],
    [full.scene.viewer, "visitor"],
  ] as const) {
    const own = await desk.sit(who, { path: named(place)[0]?.path ?? "" });
    await stands(own.page, named(place)[0]!);
    await ready(own.page);
    expect(
      await own.page
        .getByRole("main")
        .getByRole("button", { name: /^(Save|Edit|Block|Delete)/ })
        .count(),
    ).toBe(0);
    wrong.push(...(await look(own.page, `read-only-${place}`, { views: ["light"] })));
    await own.leave();
  }
  expect(wrong.join("\n")).toBe("");
});

test("[CORE-090] a form that somebody else saved meanwhile keeps what was typed, shows what he saved instead, and takes over his other changes", async () => {
  const { page } = seat;
  await go(page, "/settings/account");
  const name = page.getByRole("textbox", { name: "Name" }).first();
  await name.fill("Half a name");
  expect((await desk.parlour.owner.call("PATCH", "account", { name: "Other teapots", accent: "#7A3E9D" })).status).toBe(200);
  await page.getByText(/^Somebody saved other values here meanwhile/).waitFor();
  await page.getByRole("status").getByText("Other teapots", { exact: true }).waitFor();
  expect(await name.inputValue()).toBe("Half a name");
  expect(await page.getByRole("textbox", { name: "Accent" }).inputValue()).toBe("#7A3E9D");
  await page.getByText("1 unsaved change").waitFor();
  expect((await look(page, "overtaken-account", { views: ["light"] })).join("\n")).toBe("");
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect.poll(() => name.inputValue()).toBe("Other teapots");
});

test("[CORE-052] a dialog is seen as soon as the page behind it is out of reach, also on a screen that can be touched", async () => {
  const { page } = seat;
  await go(page, "/inbox/all");
  await row(page, "Nadia Ross").waitFor();
  await page.evaluate(() => {
    Object.defineProperty(navigator, "maxTouchPoints", { value: 10, configurable: true });
    new MutationObserver((_, watch) => {
      const dialog = document.querySelector(".overlay > *");
      if (dialog === null) return;
      document.body.dataset["seen"] = String(dialog.checkVisibility({ opacityProperty: true }));
      watch.disconnect();
    }).observe(document.body, { childList: true });
  });
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  expect(await page.evaluate(() => document.body.dataset["seen"])).toBe("true");
  await page.keyboard.press("Escape");
  await page.getByRole("combobox").waitFor({ state: "detached" });
  await page.evaluate(() => Reflect.deleteProperty(navigator, "maxTouchPoints"));
});

test("[CORE-052] who wants less motion sees none; the smaller density is smaller", async () => {
  const { page } = seat;
  await go(page, "/inbox/all");
  await row(page, "Nadia Ross").waitFor();
  const moving = (): Promise<number> =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);
  const turn = async (to: "reduce" | "no-preference"): Promise<number> => {
    await page.emulateMedia({ reducedMotion: to });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    const seen = await moving();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return seen;
  };
  expect(await turn("reduce")).toBe(0);
  const high = (): Promise<number> => row(page, "Nadia Ross").evaluate((one) => one.getBoundingClientRect().height);
  const before = await high();
  await page.evaluate(() => localStorage.setItem("parlour.preferences", JSON.stringify({ density: "compact" })));
  await page.reload();
  await row(page, "Nadia Ross").waitFor();
  expect(before).toBe(64);
  await expect.poll(high).toBe(48);
  await page.evaluate(() => localStorage.removeItem("parlour.preferences"));
});

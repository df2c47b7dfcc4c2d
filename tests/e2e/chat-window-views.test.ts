import { afterAll, beforeAll, expect, test } from "vitest";
import { findAxeViolations, findHorizontalOverflow } from "@parlour/testkit/browser";
import type { Page } from "playwright-core";
import { takeScreenshot } from "./screen-check.ts";
import {
  openChatWindowFixture,
  waitUntilReady,
  type ChatWindowFixture,
} from "./chat-window-fixture.ts";
import { getDailyStates } from "./chat-window-states.ts";

let fixture: ChatWindowFixture;
beforeAll(async () => {
  fixture = await openChatWindowFixture();
});
afterAll(() => fixture.close());

/**
 * Runs in the chat window: finds controls that a visitor cannot reach because they are cut off at
 * every scroll position, or covered.
 */
function findUnreachable(): readonly string[] {
  const found: string[] = [];
  const name = (e: Element): string =>
    `${e.localName}.${e.className} ${e.getAttribute("aria-label") ?? e.textContent.slice(0, 20)}`;
  for (const control of document.querySelectorAll<HTMLElement>(
    "button, input, textarea, select, a[href]",
  )) {
    if (!control.checkVisibility() || (control as HTMLButtonElement).disabled) continue;
    control.scrollIntoView({ block: "start", inline: "nearest", behavior: "instant" });
    // The first line of a link that spans several lines.
    const { left, right, top, bottom } =
      control.getClientRects()[0] ?? control.getBoundingClientRect();
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`${name(control)} is out of sight`);
    const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (
      topElement === null ||
      !(control.contains(topElement) || control.closest("label")?.contains(topElement) === true)
    )
      found.push(
        `${name(control)} lies under ${topElement === null ? "nothing" : name(topElement)}`,
      );
  }
  // A clipped element scrolls only by script, never by a visitor.
  for (const cut of document.querySelectorAll("html, body, #window, main, .pw-win"))
    if (cut.scrollTop !== 0 || cut.scrollLeft !== 0)
      found.push(`${name(cut).slice(0, 40)} is cut off`);
  return found;
}
/**
 * CSS pixels of the window: on a screen of 1280 × 900 at 200 %, beside the button; on 1280 × 1024
 * at 400 %, where it covers everything (WCAG 1.4.10).
 */
const zoomedSizes = [
  { zoom: "200 %", width: 380, height: 334, phone: false },
  { zoom: "400 %", width: 320, height: 256, phone: true },
];

test("[WG-088] a state of each kind: in forced colours axe finds no weak contrast, at 200 and 400 % each control can be reached", async () => {
  const found: Record<string, unknown> = {};
  for (const [face, states] of Map.groupBy(getDailyStates(), (one) =>
    JSON.stringify(one.face ?? {}),
  )) {
    const context = await fixture.browser.newContext({
      forcedColors: "active",
      reducedMotion: "reduce",
      viewport: { width: 1280, height: 900 },
    });
    const win = await fixture.open({
      context,
      handleFrame: () => undefined,
      face: JSON.parse(face) as object,
    });
    await waitUntilReady(win);
    const resize = (width: string, height: string): Promise<void> =>
      win.page.evaluate(
        (size) => document.querySelector("iframe")?.setAttribute("style", size),
        width === "" ? "" : `width:${width};height:${height}`,
      );
    for (const { name, state = "chat", frames, expectedText: shows } of states) {
      await win.postMessage({ type: "state", state, focus: false });
      await win.sendFrames(...frames);
      await win.frame.getByText(shows).first().waitFor();
      const weak = await findAxeViolations(win.frame as unknown as Page, [
        "color-contrast",
        "link-in-text-block",
      ]);
      if (weak.length > 0) found[`${name} in forced colours`] = weak;
      await takeScreenshot(win.page.locator("iframe"), `window-${name}-forced`);
      for (const { zoom, width, height, phone } of zoomedSizes) {
        await resize(`${width}px`, `${height}px`);
        await win.postMessage({ type: "place", phone });
        await expect.poll(() => win.frame.locator(".pw-win--phone").count()).toBe(phone ? 1 : 0);
        // The window is in another process and gets its size later.
        await expect
          .poll(() => win.frame.evaluate(() => [innerWidth, innerHeight]))
          .toEqual([width, height]);
        const problems = [
          ...(await win.frame.evaluate(findUnreachable)),
          ...(await findHorizontalOverflow(win.frame as unknown as Page)),
        ];
        await takeScreenshot(win.page.locator("iframe"), `window-${name}-${width}`);
        if (problems.length > 0) found[`${name} at ${zoom}`] = problems;
      }
      await win.postMessage({ type: "place", phone: false });
      await resize("", "");
    }
    expect(win.faults).toEqual([]);
    await context.close();
  }
  expect(found).toEqual({});
});

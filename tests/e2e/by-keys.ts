import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Frame, Page, WebSocketRoute } from "playwright-core";
import { expect } from "vitest";
import type { Shop } from "./shop.ts";

/** A visitor who uses only the keyboard, on a page with a widget. */

/** Each visit has its own page. */
let visits = 0;

/**
 * The focused element. `key` identifies it; `fault` says why the focus is not visible, null if it
 * is.
 */
interface Stop {
  readonly key: string;
  readonly name: string;
  readonly fault: string | null;
}

/**
 * Runs in the page and in the iframe of the chat window. Returns null if nothing has the focus, or
 * if it is moving between the two.
 */
function focused(): Stop | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (at === null || at === document.body || at === document.documentElement || !document.hasFocus()) return null;
  if (at instanceof HTMLIFrameElement) return { key: "frame", name: "frame", fault: null };
  const scope = globalThis as unknown as { keysMet?: Map<Element, string> };
  const met = (scope.keysMet ??= new Map<Element, string>());
  const key = met.get(at) ?? String(met.size);
  met.set(at, key);
  const [label] = "labels" in at ? ((at as HTMLInputElement).labels ?? []) : [];
  const text = at.classList.contains("pw-win") ? "window" : ((label ?? at) as HTMLElement).innerText;
  const name = at.getAttribute("aria-label") ?? text.replaceAll(/\s+/g, " ").trim();

  // The host page is responsible for the focus style of its own elements.
  if (window === window.parent && at.getRootNode() === document) return { key, name, fault: null };

  // Some elements show the focus on a parent: the composer on its box, a choice on its row, a
  // picture on its bubble.
  const shown = at.closest(at.matches("textarea") ? ".pw-comp" : ".pw-opt, .pw-b--img") ?? at;
  const style = getComputedStyle(shown);
  const width = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === "none" || width < 2) return { key, name, fault: `${name}: no ring` };
  // One of the four sides of the focus ring may be outside of a scrolling area.
  const { left, top, right, bottom } = shown.getBoundingClientRect();
  const away = Number.parseFloat(style.outlineOffset) + width / 2;
  const sides = [
    { x: (left + right) / 2, y: top - away },
    { x: (left + right) / 2, y: bottom + away },
    { x: left - away, y: (top + bottom) / 2 },
    { x: right + away, y: (top + bottom) / 2 },
  ];
  const seen = sides.filter(({ x, y }) => {
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    for (let box = shown.parentElement; box !== null; box = box.parentElement) {
      if (box.matches("html, body") || getComputedStyle(box).overflow === "visible") continue;
      const edge = box.getBoundingClientRect();
      const [x0, y0] = [edge.left + box.clientLeft, edge.top + box.clientTop];
      if (x < x0 || y < y0 || x > x0 + box.clientWidth || y > y0 + box.clientHeight) return false;
    }
    return true;
  });
  if (seen.length < 3) return { key, name, fault: `${name}: ${seen.length} of 4 sides of the ring are seen` };
  // The ring needs a contrast of 3 to its background (WCAG 1.4.11).
  const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = numbers(colour).map((one) =>
      one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let ground = away < 0 ? shown : shown.parentElement;
  while (ground !== null && numbers(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
  const [one, other] = [light(style.outlineColor), light(ground === null ? "rgb(255 255 255)" : getComputedStyle(ground).backgroundColor)];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  return { key, name, fault: contrast < 3 ? `${name}: the ring has a contrast of ${contrast.toFixed(1)}` : null };
}

export interface Visit {
  readonly page: Page;
  readonly frame: Frame;
  /** All problems: page errors, and controls whose focus was not visible. */
  readonly faults: readonly string[];
  readonly said: readonly WidgetClientFrame[];
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Waits until the focus is on this element, without a key. */
  readonly at: (name: string | RegExp) => Promise<void>;
  /** Presses Tab until the focus is on this element; `back`: Shift+Tab. */
  readonly tabTo: (name: string | RegExp, back?: "back") => Promise<void>;
  /** Sends frames of the fake server to the chat window. */
  readonly tell: (...frames: readonly WidgetServerFrame[]) => void;
  /** Closes the connection and refuses new ones until the returned function is called. */
  readonly cut: () => Promise<() => void>;
  readonly leave: () => Promise<void>;
}
export type Played = (frame: WidgetClientFrame, tell: (...frames: readonly WidgetServerFrame[]) => void) => void;

/**
 * Opens a page with a widget after the widget's server has answered, with the focus on a button of
 * the page. `serverHandler` handles frames in place of the server.
 */
export async function visitByKeys(shop: Shop, settings: object, played: Played | null = null): Promise<Visit> {
  const path = `/keys${++visits}`;
  shop.page(path, await shop.widget(settings), { body: "<button>Buy</button>" });
  const context = await openContext(shop.browser, { width: 1000, height: 800 });
  await context.addInitScript(() =>
    addEventListener("pointerdown", () => {
      throw new Error("a pointer was used");
    }),
  );
  const page = await context.newPage();
  const faults = collectPageErrors(page, { cuts: true });
  // Registered before an iframe exists: an iframe in another process gets the setting too late for
  // the next key.
  page.on("filechooser", () => undefined);
  const said: WidgetClientFrame[] = [];
  let line: WebSocketRoute | null = null;
  let isCut = false;
  const tell = (...frames: readonly WidgetServerFrame[]): void => {
    for (const one of frames) line?.send(JSON.stringify(one));
  };
  if (played !== null)
    await page.routeWebSocket(/\/widget\/socket$/, (route) => {
      if (isCut) return void route.close({ code: 1012 });
      line = route;
      route.onMessage((data) => {
        const frame = JSON.parse(String(data)) as WidgetClientFrame;
        said.push(frame);
        played(frame, tell);
      });
    });
  await page.goto(shop.site.url + path);
  await page.evaluate("new Promise(function(done){widget_api.getVisitorNumber(done)})");
  const frame = page.frames().find((one) => one.parentFrame() !== null);
  if (frame === undefined) throw new Error("no frame");
  await page.getByRole("button", { name: "Buy" }).focus();

  const stop = async (): Promise<Stop | null> => {
    const outer = await page.evaluate(focused);
    if (outer?.key !== "frame") return outer;
    // The chat window or the teaser, which may be removed meanwhile.
    const inside = page.frames().filter((one) => one.parentFrame() !== null);
    const stops = await Promise.all(inside.map((one) => one.evaluate(focused).catch(() => null)));
    const at = stops.findIndex((one) => one !== null);
    const inner = stops[at];
    return inner == null ? null : { ...inner, key: `frame ${at} ${inner.key}` };
  };
  const is = (here: Stop, name: string | RegExp): boolean => (typeof name === "string" ? here.name === name : name.test(here.name));
  const note = ({ fault }: Stop): void => {
    if (fault !== null && !faults.includes(fault)) faults.push(fault);
  };
  /** Waits for the next focused element. Moving between page and iframe takes a while. */
  const next = async (from: Stop | null): Promise<Stop> => {
    const met: Stop[] = [];
    const look = async (): Promise<boolean> => {
      const here = await stop();
      if (here !== null && here.key !== from?.key) met.push(here);
      return met.length > 0;
    };
    await expect.poll(look, { message: `the focus moves on from ${from?.name ?? "nothing"}`, timeout: 10_000 }).toBe(true);
    const [here] = met;
    if (here === undefined) throw new Error("no focus");
    note(here);
    return here;
  };
  return {
    page,
    frame,
    faults,
    said,
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    async at(name) {
      const look = async (): Promise<string> => {
        const here = await stop();
        if (here === null || !is(here, name)) return here?.name ?? "nothing";
        note(here);
        return "there";
      };
      await expect.poll(look, { message: `the focus comes to ${String(name)}`, timeout: 10_000 }).toBe("there");
    },
    async tabTo(name, back) {
      const met: string[] = [];
      let here = await next(null);
      for (let n = 0; n < 30 && !is(here, name); n++) {
        await page.keyboard.press(back === undefined ? "Tab" : "Shift+Tab");
        here = await next(here);
        met.push(here.name);
      }
      expect(is(here, name), `${String(name)} is none of: ${met.join(" | ")}`).toBe(true);
    },
    tell,
    async cut() {
      isCut = true;
      await line?.close({ code: 1012 });
      return () => {
        isCut = false;
      };
    },
    leave: () => context.close(),
  };
}

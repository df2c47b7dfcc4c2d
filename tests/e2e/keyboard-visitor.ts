import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import { openContext, collectPageErrors } from "@parlour/testkit/browser";
import type { Frame, Page, WebSocketRoute } from "playwright-core";
import { expect } from "vitest";
import type { WidgetSite } from "./widget-site-fixture.ts";

/** A visitor who uses only the keyboard, on a page with a widget. */

/** Each visit has its own page. */
let visitCount = 0;

/**
 * The focused element. `key` identifies it; `fault` says why the focus is not visible, null if it
 * is.
 */
interface FocusStop {
  readonly key: string;
  readonly name: string;
  readonly fault: string | null;
}

/**
 * Runs in the page and in the iframe of the chat window. Returns null if nothing has the focus, or
 * if it is moving between the two.
 */
function getFocusStop(): FocusStop | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (
    at === null ||
    at === document.body ||
    at === document.documentElement ||
    !document.hasFocus()
  )
    return null;
  if (at instanceof HTMLIFrameElement) return { key: "frame", name: "frame", fault: null };
  const scope = globalThis as unknown as { keysMet?: Map<Element, string> };
  const keysByElement = (scope.keysMet ??= new Map<Element, string>());
  const key = keysByElement.get(at) ?? String(keysByElement.size);
  keysByElement.set(at, key);
  const [label] = "labels" in at ? ((at as HTMLInputElement).labels ?? []) : [];
  const text = at.classList.contains("pw-win")
    ? "window"
    : ((label ?? at) as HTMLElement).innerText;
  const name = at.getAttribute("aria-label") ?? text.replaceAll(/\s+/g, " ").trim();

  // The host page is responsible for the focus style of its own elements.
  if (window === window.parent && at.getRootNode() === document) return { key, name, fault: null };

  // Some elements show the focus on a parent: the composer on its box, a choice on its row, a
  // picture on its bubble.
  const outlined = at.closest(at.matches("textarea") ? ".pw-comp" : ".pw-opt, .pw-b--img") ?? at;
  const style = getComputedStyle(outlined);
  const width = Number.parseFloat(style.outlineWidth);
  if (style.outlineStyle === "none" || width < 2) return { key, name, fault: `${name}: no ring` };
  // One of the four sides of the focus ring may be outside of a scrolling area.
  const { left, top, right, bottom } = outlined.getBoundingClientRect();
  const ringDistance = Number.parseFloat(style.outlineOffset) + width / 2;
  const sides = [
    { x: (left + right) / 2, y: top - ringDistance },
    { x: (left + right) / 2, y: bottom + ringDistance },
    { x: left - ringDistance, y: (top + bottom) / 2 },
    { x: right + ringDistance, y: (top + bottom) / 2 },
  ];
  const visibleSides = sides.filter(({ x, y }) => {
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    for (let box = outlined.parentElement; box !== null; box = box.parentElement) {
      if (box.matches("html, body") || getComputedStyle(box).overflow === "visible") continue;
      const edge = box.getBoundingClientRect();
      const [x0, y0] = [edge.left + box.clientLeft, edge.top + box.clientTop];
      if (x < x0 || y < y0 || x > x0 + box.clientWidth || y > y0 + box.clientHeight) return false;
    }
    return true;
  });
  if (visibleSides.length < 3)
    return { key, name, fault: `${name}: ${visibleSides.length} of 4 sides of the ring are seen` };
  // The ring needs a contrast of 3 to its background (WCAG 1.4.11).
  const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const getLuminance = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = numbers(colour).map((one) =>
      one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  let background = ringDistance < 0 ? outlined : outlined.parentElement;
  while (background !== null && numbers(getComputedStyle(background).backgroundColor)[3] === 0)
    background = background.parentElement;
  const [one, other] = [
    getLuminance(style.outlineColor),
    getLuminance(
      background === null ? "rgb(255 255 255)" : getComputedStyle(background).backgroundColor,
    ),
  ];
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  return {
    key,
    name,
    fault: contrast < 3 ? `${name}: the ring has a contrast of ${contrast.toFixed(1)}` : null,
  };
}

/** Ends a search whose start is no longer on the page. */
const maxStops = 100;

export interface KeyboardVisit {
  readonly page: Page;
  readonly frame: Frame;
  /** All problems: page errors, and controls whose focus was not visible. */
  readonly faults: readonly string[];
  readonly sentFrames: readonly WidgetClientFrame[];
  readonly press: (...keys: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Waits until the focus is on this element, without a key. */
  readonly waitForFocus: (name: string | RegExp) => Promise<void>;
  /**
   * Presses Tab until the focus is on this element; `back`: Shift+Tab. Fails if the focus is back
   * where it was.
   */
  readonly tabTo: (name: string | RegExp, back?: "back") => Promise<void>;
  /** Sends frames of the fake server to the chat window. */
  readonly sendFrames: (...frames: readonly WidgetServerFrame[]) => void;
  /** Closes the connection and refuses new ones until the returned function is called. */
  readonly cutConnection: () => Promise<() => void>;
  readonly closeContext: () => Promise<void>;
}
export type ServerHandler = (
  frame: WidgetClientFrame,
  sendFrames: (...frames: readonly WidgetServerFrame[]) => void,
) => void;

/**
 * Opens a page with a widget after the widget's server has answered, with the focus on a button of
 * the page. `handler` handles frames in place of the server.
 */
export async function openKeyboardVisit(
  fixture: WidgetSite,
  settings: object,
  handler: ServerHandler | null = null,
): Promise<KeyboardVisit> {
  const path = `/keys${++visitCount}`;
  fixture.setPage(path, await fixture.createWidget(settings), { body: "<button>Buy</button>" });
  const context = await openContext(fixture.browser, { width: 1000, height: 800 });
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
  const sentFrames: WidgetClientFrame[] = [];
  let socketRoute: WebSocketRoute | null = null;
  let isCut = false;
  const sendFrames = (...frames: readonly WidgetServerFrame[]): void => {
    for (const one of frames) socketRoute?.send(JSON.stringify(one));
  };
  if (handler !== null)
    await page.routeWebSocket(/\/widget\/socket$/, (route) => {
      if (isCut) return void route.close({ code: 1012 });
      socketRoute = route;
      route.onMessage((data) => {
        const frame = JSON.parse(String(data)) as WidgetClientFrame;
        sentFrames.push(frame);
        handler(frame, sendFrames);
      });
    });
  // Without WebSockets, the window would reach the real server by requests (CORE-490).
  await page.route(/\/widget\/socket$/, (route) => (isCut ? route.abort() : route.continue()));
  await page.goto(fixture.site.url + path);
  await page.evaluate("new Promise(function(done){widget_api.getVisitorNumber(done)})");
  const frame = page.frames().find((one) => one.parentFrame() !== null);
  if (frame === undefined) throw new Error("no frame");
  await page.getByRole("button", { name: "Buy" }).focus();

  const readFocusStop = async (): Promise<FocusStop | null> => {
    const outer = await page.evaluate(getFocusStop);
    if (outer?.key !== "frame") return outer;
    // The chat window or the teaser, which may be removed meanwhile.
    const inside = page.frames().filter((one) => one.parentFrame() !== null);
    const stops = await Promise.all(
      inside.map((one) => one.evaluate(getFocusStop).catch(() => null)),
    );
    const at = stops.findIndex((one) => one !== null);
    const inner = stops[at];
    return inner == null ? null : { ...inner, key: `frame ${at} ${inner.key}` };
  };
  const matches = (current: FocusStop, name: string | RegExp): boolean =>
    typeof name === "string" ? current.name === name : name.test(current.name);
  const recordFault = ({ fault }: FocusStop): void => {
    if (fault !== null && !faults.includes(fault)) faults.push(fault);
  };
  /** Waits for the next focused element. Moving between page and iframe takes a while. */
  const waitForNextStop = async (from: FocusStop | null): Promise<FocusStop> => {
    const found: FocusStop[] = [];
    const check = async (): Promise<boolean> => {
      const current = await readFocusStop();
      if (current !== null && current.key !== from?.key) found.push(current);
      return found.length > 0;
    };
    await expect
      .poll(check, { message: `the focus moves on from ${from?.name ?? "nothing"}` })
      .toBe(true);
    const [current] = found;
    if (current === undefined) throw new Error("no focus");
    recordFault(current);
    return current;
  };
  return {
    page,
    frame,
    faults,
    sentFrames,
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    type: (text) => page.keyboard.type(text),
    async waitForFocus(name) {
      const check = async (): Promise<string> => {
        const current = await readFocusStop();
        if (current === null || !matches(current, name)) return current?.name ?? "nothing";
        recordFault(current);
        return "there";
      };
      await expect.poll(check, { message: `the focus comes to ${String(name)}` }).toBe("there");
    },
    async tabTo(name, back) {
      const visitedNames: string[] = [];
      const start = await waitForNextStop(null);
      let current = start;
      // Until the focus has been everywhere: each message of a long conversation has a stop.
      while (!matches(current, name)) {
        await page.keyboard.press(back === undefined ? "Tab" : "Shift+Tab");
        current = await waitForNextStop(current);
        if (current.key === start.key || visitedNames.length === maxStops) break;
        visitedNames.push(current.name);
      }
      expect(
        matches(current, name),
        `${String(name)} is none of: ${visitedNames.join(" | ")}`,
      ).toBe(true);
    },
    sendFrames,
    async cutConnection() {
      isCut = true;
      await socketRoute?.close({ code: 1012 });
      return () => {
        isCut = false;
      };
    },
    closeContext: () => context.close(),
  };
}

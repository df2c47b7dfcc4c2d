import type { Page } from "playwright-core";
import { intercept } from "./intercept.ts";

/** Presses all controls that a screen offers, and reports requests that the server refuses for lack of a right. */

/** How many controls of one screen are pressed at most. */
const maxPresses = 80;
/** Menus, dialogs and other layers over a screen. */
const layers = ".popover, .overlay";
/** An address that the server refuses to save after it has checked the right to choose an address. */
const refusedAddress = "http://10.255.255.1/";
/** Fields that get a value before something is pressed. */
const typedInto = "textarea, input:not([type]), input[type=text], input[type=url]";
/** The controls that are pressed, without choices of a filter or an order, which only read: those of the topmost layer, or of the page when none is open. */
const offered =
  "button, [role=menuitem], [role=menuitemcheckbox], [role=tab], [role=switch], input[type=checkbox], input[type=radio], summary";

/**
 * Lets requests that change something reach the server without changing anything: their body is cut off, and no route gets further with it than its
 * rights, which are checked first. Collects the requests that were answered with 403 `forbidden`.
 */
export async function probeRights(page: Page): Promise<string[]> {
  // The walk leaves typed words behind.
  await page.addInitScript(() => addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true));
  const refused: string[] = [];
  await intercept(page, "*/api/v1/*", (request) =>
    request.method === "GET" || request.method === "HEAD" ? request.proceed() : request.proceed(harmless(request.body)),
  );
  page.on("response", (response) => {
    if (response.status() !== 403 || !response.url().includes("/api/v1/")) return;
    const request = response.request();
    void response
      .text()
      .catch(() => "")
      .then((text) => {
        if (text.includes('"forbidden"')) refused.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
  });
  return refused;
}

/**
 * The body that is sent instead of the one of the screen. The right to choose an address depends on the body (CORE-165), so a body with an address is
 * sent whole, with an address that the server refuses.
 */
function harmless(body: string | null): string {
  const address = /"(url|endpoint_url)":"[^"]*"/;
  return body !== null && address.test(body) ? body.replace(address, `"$1":"${refusedAddress}"`) : "{";
}

/** Presses every control of the screen once, also those that a press brings, and then the given keys. Returns the names of what was pressed. */
export async function pressAll(page: Page, url: string, ready: () => Promise<void>, keys: readonly string[]): Promise<readonly string[]> {
  const names: string[] = [];
  const { pathname } = new URL(url);
  for (let idle = 0; names.length < maxPresses && idle < 4;) {
    const name = await pressNext(page);
    if (name === null) {
      // The layer on top has nothing new: leave it. On the page itself this ends the screen.
      idle += 1;
      await page.keyboard.press("Escape");
    } else {
      idle = 0;
      names.push(name);
    }
    await quiet(page);
    if (new URL(page.url()).pathname !== pathname) await comeBack(page, url, ready);
  }
  for (const key of keys) {
    await comeBack(page, url, ready);
    await page.keyboard.press(key);
    await quiet(page);
    names.push(key);
  }
  return names;
}

/** Shows the screen again without an open layer: inside the page where that is possible, because a load takes a second. */
async function comeBack(page: Page, url: string, ready: () => Promise<void>): Promise<void> {
  const { pathname, search } = new URL(url);
  for (let tries = 0; tries < 3 && (await page.locator(layers).count()) > 0; tries++) {
    await page.keyboard.press("Escape");
    await quiet(page);
  }
  const isThere = await page.evaluate(
    async ({ path, selector }) => {
      const hasLayer = () => document.querySelector(selector) !== null;
      if (hasLayer()) return false;
      const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: Router };
      if (`${location.pathname}${location.search}` !== path) history.pushState({}, "", path);
      for (let frames = 0; frames < 120; frames++) {
        // A screen with unsaved words asks before it leaves.
        if (hasLayer()) return false;
        if (router?.state.status === "idle" && router.state.resolvedLocation?.publicHref === path) return true;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      return false;
    },
    { path: `${pathname}${search}`, selector: layers },
  );
  if (!isThere) {
    const met = await page.evaluate(() => [...((window as { met?: Set<string> }).met ?? [])]);
    await page.goto(url);
    await page.evaluate((before) => Object.assign(window, { met: new Set(before) }), met);
  }
  await ready();
}
interface Router {
  readonly state: { readonly status: string; readonly resolvedLocation?: { readonly publicHref: string } };
}

/** Presses the first control that was not pressed yet, with something typed into the fields around it. Null: there is none. */
function pressNext(page: Page): Promise<string | null> {
  return page.evaluate(
    ({ selector, over, fields, address }) => {
      const scope = window as { met?: Set<string> };
      const met = (scope.met ??= new Set<string>());
      const layer =
        [...document.querySelectorAll<HTMLElement>(over)].at(-1) ?? document.querySelector<HTMLElement>("#screen") ?? document.body;
      for (const field of layer.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)) {
        // An address is always replaced: a change of an address needs a right of its own.
        const isAddress = field.type === "url";
        if (field.readOnly || field.value === address || (field.value !== "" && !isAddress)) continue;
        // React overrides `value` of the element itself and ignores what it set.
        Reflect.set(Object.getPrototypeOf(field) as object, "value", isAddress ? address : "Something", field);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      for (const one of layer.querySelectorAll<HTMLElement>(selector)) {
        if (!one.checkVisibility() || one.matches(":disabled, [aria-disabled=true]")) continue;
        const name = `${one.tagName}:${(one.getAttribute("aria-label") ?? one.textContent ?? "").replaceAll(/[\d:]+/g, "0").trim()}`;
        const key = `${layer.getAttribute("aria-label") ?? layer.className}|${name}`;
        if (met.has(key)) continue;
        met.add(key);
        one.click();
        return name;
      }
      return null;
    },
    { selector: offered, over: layers, fields: typedInto, address: "https://chats.example.org/" },
  );
}

/** Two frames, and the answers to what was asked in them. */
async function quiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let n = 0; n < 2; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
    await fetch("/health");
  });
}

import type { Page } from "playwright-core";
import { intercept } from "./intercept.ts";

/**
 * Presses all controls of a screen, and reports requests that the server refuses for lack of a
 * permission.
 */

/** Maximum number of controls that are pressed on one screen. */
const maxPresses = 80;
/** Menus, dialogs and other layers over a screen. */
const layerSelector = ".popover, .overlay";
/** A URL that the server refuses to save after it has checked the permission to set URLs. */
const refusedAddress = "http://10.255.255.1/";
/** Fields that get a value before a control is pressed. */
const fieldSelector = "textarea, input:not([type]), input[type=text], input[type=url]";
/**
 * The controls that are pressed, in the topmost layer or else in the page. Filters and sort orders
 * are left out because they only read.
 */
const controlSelector =
  "button, [role=menuitem], [role=menuitemcheckbox], [role=tab], [role=switch], input[type=checkbox], input[type=radio], summary";

/**
 * Lets requests that change data reach the server without an effect: their body is cut off, so a
 * route only checks permissions. Returns the list of requests that were answered with 403
 * `forbidden`.
 */
export async function probeRights(page: Page): Promise<string[]> {
  // The walk leaves unsaved text behind, so the page must not ask before it unloads.
  await page.addInitScript(() =>
    addEventListener("beforeunload", (event) => event.stopImmediatePropagation(), true),
  );
  const refused: string[] = [];
  await intercept(page, "*/api/v1/*", (request) =>
    request.method === "GET" || request.method === "HEAD"
      ? request.proceed()
      : request.proceed(neutralizeBody(request.body)),
  );
  page.on("response", (response) => {
    if (response.status() !== 403 || !response.url().includes("/api/v1/")) return;
    const request = response.request();
    void response
      .text()
      .catch(() => "")
      .then((text) => {
        if (text.includes('"forbidden"'))
          refused.push(`${request.method()} ${new URL(request.url()).pathname}`);
      });
  });
  return refused;
}

/**
 * Returns the body that is sent in place of the screen's. The permission to set a URL depends on
 * the body (CORE-165), so a body with a URL is sent complete, with a URL that the server refuses.
 */
function neutralizeBody(body: string | null): string {
  const address = /"(url|endpoint_url)":"[^"]*"/;
  return body !== null && address.test(body)
    ? body.replace(address, `"$1":"${refusedAddress}"`)
    : "{";
}

/**
 * Presses every control of the screen once, including controls that appear after a press, and then
 * the given keys. Returns the names of the pressed controls and keys.
 */
export async function pressAll(
  page: Page,
  url: string,
  ready: () => Promise<void>,
  keys: readonly string[],
): Promise<readonly string[]> {
  const names: string[] = [];
  const { pathname } = new URL(url);
  for (let idle = 0; names.length < maxPresses && idle < 4;) {
    const name = await pressNext(page);
    if (name === null) {
      // The top layer has no new control, so close it. If no layer is open, this ends the screen.
      idle += 1;
      await page.keyboard.press("Escape");
    } else {
      idle = 0;
      names.push(name);
    }
    await waitUntilQuiet(page);
    if (new URL(page.url()).pathname !== pathname) await returnToScreen(page, url, ready);
  }
  for (const key of keys) {
    await returnToScreen(page, url, ready);
    await page.keyboard.press(key);
    await waitUntilQuiet(page);
    names.push(key);
  }
  return names;
}

/**
 * Shows the screen again without an open layer. Stays inside the page if possible, because a load
 * takes a second.
 */
async function returnToScreen(page: Page, url: string, ready: () => Promise<void>): Promise<void> {
  const { pathname, search } = new URL(url);
  for (
    let attempts = 0;
    attempts < 3 && (await page.locator(layerSelector).count()) > 0;
    attempts++
  ) {
    await page.keyboard.press("Escape");
    await waitUntilQuiet(page);
  }
  const isThere = await page.evaluate(
    async ({ path, selector }) => {
      const hasLayer = () => document.querySelector(selector) !== null;
      if (hasLayer()) return false;
      const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: Router };
      if (`${location.pathname}${location.search}` !== path) history.pushState({}, "", path);
      for (let frames = 0; frames < 120; frames++) {
        // A screen with unsaved text asks before it is left.
        if (hasLayer()) return false;
        if (router?.state.status === "idle" && router.state.resolvedLocation?.publicHref === path)
          return true;
        await new Promise((drawn) => requestAnimationFrame(drawn));
      }
      return false;
    },
    { path: `${pathname}${search}`, selector: layerSelector },
  );
  if (!isThere) {
    const pressedKeys = await page.evaluate(() => [
      ...((window as { met?: Set<string> }).met ?? []),
    ]);
    await page.goto(url);
    await page.evaluate((before) => Object.assign(window, { met: new Set(before) }), pressedKeys);
  }
  await ready();
}
interface Router {
  readonly state: {
    readonly status: string;
    readonly resolvedLocation?: { readonly publicHref: string };
  };
}

/**
 * Presses the first control that was not pressed yet, after filling the fields around it. Returns
 * null if there is none.
 */
function pressNext(page: Page): Promise<string | null> {
  return page.evaluate(
    ({ selector, over, fields, address }) => {
      const scope = window as { met?: Set<string> };
      const pressedKeys = (scope.met ??= new Set<string>());
      const layer =
        [...document.querySelectorAll<HTMLElement>(over)].at(-1) ??
        document.querySelector<HTMLElement>("#screen") ??
        document.body;
      for (const field of layer.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(fields)) {
        // An address is always replaced: a change of an address needs a right of its own.
        const isAddress = field.type === "url";
        if (field.readOnly || field.value === address || (field.value !== "" && !isAddress))
          continue;
        // React overrides `value` of the element itself and ignores what it set.
        Reflect.set(
          Object.getPrototypeOf(field) as object,
          "value",
          isAddress ? address : "Something",
          field,
        );
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      for (const one of layer.querySelectorAll<HTMLElement>(selector)) {
        if (!one.checkVisibility() || one.matches(":disabled, [aria-disabled=true]")) continue;
        const name = `${one.tagName}:${(one.getAttribute("aria-label") ?? one.textContent ?? "").replaceAll(/[\d:]+/g, "0").trim()}`;
        const key = `${layer.getAttribute("aria-label") ?? layer.className}|${name}`;
        if (pressedKeys.has(key)) continue;
        pressedKeys.add(key);
        one.click();
        return name;
      }
      return null;
    },
    {
      selector: controlSelector,
      over: layerSelector,
      fields: fieldSelector,
      address: "https://chats.example.org/",
    },
  );
}

/** Waits for two animation frames, and for the responses to requests sent in them. */
async function waitUntilQuiet(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let n = 0; n < 2; n++) await new Promise((drawn) => requestAnimationFrame(drawn));
    await fetch("/health");
  });
}

import { startHostSite, startTestParlour, type HostSite, type TestParlour } from "@parlour/testkit";
import { useSharedBrowser, type SharedBrowser } from "@parlour/testkit/browser";
import type { Channel, Chat } from "@parlour/protocol";
import type { Locator } from "playwright-core";
import { expect } from "vitest";
import { WebSocket } from "ws";

/** A Parlour with an online operator, and a foreign site whose pages embed widgets. */
export interface WidgetSite {
  readonly parlour: TestParlour;
  readonly site: HostSite;
  readonly browser: SharedBrowser;
  createWidget(settings?: object): Promise<Channel>;
  /**
   * Sets the page at `path`. `head` is placed before the embed code (WG-001); `widget` is null for
   * a page without a widget.
   */
  setPage(
    path: string,
    widget: Channel | null,
    options?: { readonly title?: string; readonly head?: string; readonly body?: string },
  ): void;
  listChats(state: string): Promise<readonly Chat[]>;
  /** Calls the API as the owner, who has all permissions. Returns the body of the response. */
  callApi<T>(method: string, path: string, body?: object): Promise<T>;
  close(): Promise<void>;
}

export async function openWidgetSite(
  env: Readonly<Record<string, string>> = {},
): Promise<WidgetSite> {
  const browser = useSharedBrowser();
  const [parlour, site] = await Promise.all([
    startTestParlour({ clock: "system", env }),
    startHostSite(),
  ]);
  const callApi = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await parlour.owner.call(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body as T;
  };
  // All visitors of the tests have the same address.
  await callApi("PATCH", "instance", { limits: { new_chats_per_minute: 1_000 } });
  const operator = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${parlour.owner.key}` },
  });
  await new Promise((resolve, reject) => {
    operator
      .once("error", reject)
      .once("message", resolve)
      .once("open", () => operator.send('{"type":"hello","after":null}'));
  });
  await callApi("PUT", "me/presence", { status: "online" });
  return {
    parlour,
    site,
    browser,
    callApi,
    createWidget: (settings = {}) =>
      callApi("POST", "channels", {
        kind: "widget",
        name: "Shop",
        operators: [parlour.owner.id],
        widget: settings,
      }),
    setPage(path, widget, { title = "Shop", head = "", body = "" } = {}) {
      site.setPage(
        path,
        `<!doctype html><html lang="en"><title>${title}</title><meta name="viewport" content="width=device-width">${head}<main><h1>Shop</h1>${body}</main>${widget?.snippet ?? ""}</html>`,
      );
    },
    listChats: async (state) =>
      (await callApi<{ items: Chat[] }>("GET", `chats?state=${state}`)).items,
    async close() {
      operator.terminate();
      await browser.close();
      await site.close();
      await parlour.close();
    },
  };
}

/**
 * Waits until keys reach a field of the chat window. The window is in another process: its document
 * knows the focus before the browser sends keys there.
 */
export async function expectKeysIn(field: Locator): Promise<void> {
  await expect
    .poll(() => field.evaluate((one) => one === document.activeElement && document.hasFocus()))
    .toBe(true);
}

/** Returns the URL of a widget's script from its embed code. */
export const getScriptUrl = (widget: Channel): string =>
  /<script src="([^"]+)"/.exec(widget.snippet ?? "")?.[1] ?? "";
export const toPageHtml = (body: string, head = ""): string =>
  `<!doctype html><html lang="en"><title>Shop</title>${head}<main><h1>Shop</h1></main>${body}</html>`;

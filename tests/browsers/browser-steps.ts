import type { Channel, Chat } from "@parlour/protocol";
import type { HostSite, TestParlour } from "@parlour/testkit";
import { keys, type BrowserPage } from "@parlour/testkit/webdriver";

/** The iframe of the chat window on a page of the site. */
export const chatFrame = "iframe[title]";
/** The message field of the application. */
export const messageField = "section.conversation textarea";

/** Signs the owner in at a path of the application, and puts them online. */
export async function signInOwner(
  page: BrowserPage,
  { url, owner }: TestParlour,
  path: string,
): Promise<void> {
  await page.open(`${url}${path}`);
  await page.type('input[type="email"]', owner.email);
  await page.type('input[type="password"]', owner.password);
  await page.press(keys.enter);
  await page.find('button[aria-label="Connected to the server"]');
  await owner.call("PUT", "me/presence", { status: "online" });
}

/** Creates a widget, and a page of the site with it at `/NAME`. */
export async function createWidgetPage(
  { owner }: TestParlour,
  site: HostSite,
  name: string,
): Promise<Channel> {
  const widget = (
    await owner.call("POST", "channels", { kind: "widget", name, operators: [owner.id] })
  ).body as Channel;
  site.setPage(
    `/${name}`,
    `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1>${widget.snippet ?? ""}</html>`,
  );
  return widget;
}

/** Opens the chat window of the page with the keyboard, and writes without a click. */
export async function writeByKeyboard(
  page: BrowserPage,
  browser: string,
  text: string,
): Promise<void> {
  await page.waitFor(() => document.querySelector("parlour-widget") !== null);
  await page.press(keys.tab);
  await page.press(keys.enter);
  await page.inFrame(chatFrame, async () => {
    await page.waitFor(canWrite, browser === "WebKit");
    await page.press(...Array.from(text), keys.enter);
  });
}
/** Runs in the chat window. In WebKit, its field gets the focus with the first key. */
const canWrite = (isWebKit: boolean): boolean =>
  document.hasFocus() &&
  document.querySelector("textarea") !== null &&
  (isWebKit || document.activeElement?.localName === "textarea");

export const listWaitingChats = async ({ owner }: TestParlour): Promise<readonly Chat[]> =>
  ((await owner.call("GET", "chats?state=waiting")).body as { items: readonly Chat[] }).items;

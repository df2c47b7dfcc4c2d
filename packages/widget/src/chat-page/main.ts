import type { ChatPageData } from "@parlour/protocol/settings/widget-settings";
import {
  bridgeHello,
  type MessageToPage,
  type MessageToWindow,
  type StartMessage,
} from "../bridge.ts";
import { createTitleBadge } from "../host/launcher/title.ts";
import { openPageStorage, type PageStorage } from "../loader/page-storage.ts";
import { countPageInVisit } from "../loader/visit.ts";
import { getNextWidgetState, isChatWindowOpen, type WidgetState } from "../widget-state.ts";
import { takeSignedParameters } from "./signed-parameters.ts";
import css from "./chat-page.css?inline";

/**
 * The chat page (WG-300). The document is host page and chat window at once: this script sends the
 * messages that the script of a host page sends, and the window's own script receives them.
 */
function startChatPage({ face, page, fields }: ChatPageData): void {
  const store = openPageStorage(face.id, false);
  const signed = takeSignedParameters(face, fields);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const phone = matchMedia("(max-width: 719px)");
  const isDark = (): boolean => (face.scheme === "page" ? dark.matches : face.scheme === "dark");
  const { port1, port2 } = new MessageChannel();
  const post = (message: MessageToWindow): void => port1.postMessage(message);
  const onMessage = createMessageHandler(post, store, face.title_badge);
  port1.onmessage = ({ data }: MessageEvent<MessageToPage>) => onMessage(data);
  post({
    type: "start",
    face,
    token: store.browser.read().token ?? null,
    userToken: signed.userToken,
    page: countPage(store, page),
    language: document.documentElement.lang,
    origin: location.origin,
    state: "chat",
    dark: isDark(),
    phone: phone.matches,
    kept: store.durability,
    situation: null,
    sealed: store.tab.read().sealed,
  });
  if (signed.fields !== null) post({ type: "attributes", attributes: signed.fields });
  // On phones, the keyboard would cover the conversation.
  post({ type: "state", state: "chat", focus: !matchMedia("(pointer: coarse)").matches });
  phone.addEventListener("change", () => post({ type: "place", phone: phone.matches }));
  dark.addEventListener("change", () => post({ type: "look", dark: isDark() }));
  window.postMessage(bridgeHello, location.origin, [port2]);
}

/** Counts the page in the visit. `url`: the page that the chat starts on, or null for this one. */
function countPage(store: PageStorage, url: string | null): StartMessage["page"] {
  const page = { URL: url ?? location.href, referrer: document.referrer };
  const visit = countPageInVisit(store.browser.read().visit, page, Date.now());
  store.browser.save({ visit });
  const { referrer, first, visits, pages } = visit;
  const title = url === null ? document.title : "";
  return { url: page.URL.slice(0, 4096), title, referrer, first, visits, pages };
}

type MessageHandlers = {
  readonly [K in MessageToPage["type"]]?: (message: Extract<MessageToPage, { type: K }>) => void;
};

/**
 * Handles the messages of the chat window. It never closes, because it is the page. The messages
 * for the button, the rules and the scripts of a host page have no effect.
 */
function createMessageHandler(
  post: (message: MessageToWindow) => void,
  { browser, tab }: PageStorage,
  hasBadge: boolean,
): (message: MessageToPage) => void {
  const badge = createTitleBadge();
  let state: WidgetState = "chat";
  let hasMessages = false;
  const handlers: MessageHandlers = {
    facts({ facts }) {
      ({ hasMessages } = facts);
      if (hasBadge) badge.show(facts.unread);
    },
    token: ({ token }) => browser.save({ token: token ?? undefined }),
    keep: ({ sealed }) => tab.save({ sealed: sealed ?? undefined }),
    move({ cause }) {
      const next = getNextWidgetState(state, cause, hasMessages);
      if (next !== state && isChatWindowOpen(next))
        post({ type: "state", state: (state = next), focus: true });
    },
    drawn() {
      // The window is a dialog only beside a page.
      document.querySelector(".pw-win")?.setAttribute("role", "region");
      document.querySelector("footer")?.removeAttribute("hidden");
    },
  };
  return (message) =>
    (handlers[message.type] as ((message: MessageToPage) => void) | undefined)?.(message);
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
window.addEventListener("message", function onHello({ source, data, ports }) {
  if (source !== window || data !== bridgeHello || ports.length > 0) return;
  window.removeEventListener("message", onHello);
  const { page = "" } = document.getElementById("window")?.dataset ?? {};
  startChatPage(JSON.parse(page) as ChatPageData);
});

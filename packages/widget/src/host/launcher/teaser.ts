import type { MessageFromTeaser, MessageToTeaser, MessageToWindow } from "../../bridge.ts";
import type { LoaderContext } from "../../loader/start.ts";

export interface TeaserOptions {
  readonly isDark: boolean;
  readonly unread: number;
  readonly title: string;
}
export interface Teaser {
  /** Shows the teaser. A new `teaserId` requests the messages again. */
  show(teaserId: number, look: TeaserOptions): void;
  remove(): void;
}
export interface TeaserDeps {
  readonly context: LoaderContext;
  /**
   * Value of `bridgeHello`. It is passed in, because an import would create a separate file that
   * every page loads.
   */
  readonly hello: string;
  /** Posts to the chat window, which sends its state to the teaser's iframe. */
  readonly post: (message: MessageToWindow) => void;
  /**
   * Called when the teaser ends. `open`: the visitor opens the chat. `dismiss`: the visitor closed
   * the teaser. `leave`: the teaser timed out.
   */
  readonly onAction: (what: "open" | "dismiss" | "leave") => void;
}

/**
 * Creates the teaser above the button, a small iframe at the installation's origin. The chat window
 * sends the messages to it over a separate port. So no text of the chat is in the page's document
 * (WG-084, WG-110).
 */
export function createTeaser({
  context: { face, button },
  hello,
  post,
  onAction,
}: TeaserDeps): Teaser {
  const { origin } = new URL(face.frame);
  const { root, container } = button;
  const sheet = new CSSStyleSheet();
  const [card, frame] = [document.createElement("div"), document.createElement("iframe")];
  card.className = "t";
  let port: MessagePort | null = null;
  let requestedId = 0;

  const requestMessages = (): void => {
    if (port === null) return;
    const { port1, port2 } = new MessageChannel();
    const message: MessageToTeaser = { type: "teaser", language: button.language, port: port1 };
    port.postMessage(message, [port1]);
    post({ type: "unread", port: port2 });
  };
  const onHello = (event: MessageEvent): void => {
    if (
      event.source === null ||
      event.source !== frame.contentWindow ||
      event.origin !== origin ||
      event.data !== hello
    )
      return;
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port1.onmessage = ({ data }: MessageEvent<MessageFromTeaser>) => {
      if (data.type !== "size") return onAction(data.type);
      frame.style.height = `${data.height}px`;
      card.classList.add("v");
    };
    frame.contentWindow?.postMessage(hello, origin, [port2]);
    requestMessages();
  };
  window.addEventListener("message", onHello);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  card.append(frame);
  container.prepend(card);
  frame.src = face.frame;
  return {
    show(teaserId, { isDark, unread, title }) {
      sheet.replaceSync(buildCss(face, isDark));
      card.classList.toggle("m", unread > 1);
      frame.title = title;
      if (teaserId !== requestedId) requestMessages();
      requestedId = teaserId;
    },
    remove() {
      window.removeEventListener("message", onHello);
      port?.close();
      card.remove();
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

/** Two edges below the card indicate that there are several messages. */
function buildCss({ offset, radius }: LoaderContext["face"], isDark: boolean): string {
  const [surface, edge] = isDark ? ["#1a1e22", "255 255 255/.08"] : ["#fff", "28 33 37/.08"];
  return `.t{position:relative;isolation:isolate;width:min(320px,100vw - ${2 * offset}px);margin-bottom:12px;opacity:0;transform:translateY(8px);transition:opacity .12s cubic-bezier(.2,0,0,1),transform .12s cubic-bezier(.2,0,0,1)}
.v{opacity:1;transform:none}
.t iframe{display:block;position:static;width:100%;height:0}
.m::before,.m::after{content:"";position:absolute;z-index:-1;inset:-6px 10px auto;height:40px;border-radius:${radius}px;background:${surface};box-shadow:0 0 0 1px rgb(${edge}),0 12px 32px rgb(0 0 0/.16)}
.m::after{z-index:-2;inset:-12px 20px auto}
@media (forced-colors:active){.m::before,.m::after{border:1px solid CanvasText}}`;
}

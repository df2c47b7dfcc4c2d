import {
  openContext,
  useSharedBrowser,
  collectPageErrors,
  type PageOptions,
  type SharedBrowser,
} from "@parlour/testkit/browser";
import {
  startHostSite,
  startTestParlour,
  type HostSite,
  type TestOperator,
  type TestParlour,
} from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import type {
  WidgetChat,
  WidgetClientFrame,
  WidgetMessage,
  WidgetServerFrame,
  WidgetWelcome,
} from "@parlour/protocol/widget";
import {
  defaultWidgetSettings,
  type WidgetScriptConfig,
} from "@parlour/protocol/settings/widget-settings";
import type { BrowserContext, Frame, Page, WebSocketRoute } from "playwright-core";
import { WebSocket } from "ws";

/**
 * The chat window alone on a foreign page. The test plays the page's side of the bridge, and also
 * the server where a certain state is needed.
 */
export interface ChatWindowFixture {
  readonly parlour: TestParlour;
  readonly site: HostSite;
  readonly browser: SharedBrowser;
  readonly widget: Channel;
  /** Connects an operator and sets them online. The returned function sets them offline. */
  bringOperatorOnline(who?: TestOperator): Promise<() => Promise<void>>;
  open(options?: ChatWindowOptions): Promise<OpenChatWindow>;
  close(): Promise<void>;
}
interface ChatWindowOptions extends PageOptions {
  readonly face?: Partial<WidgetScriptConfig>;
  readonly language?: string;
  readonly token?: string | null;
  readonly state?: string;
  readonly phone?: boolean;
  /** Handles frames of the window in place of the server. Without it the real server answers. */
  readonly handleFrame?: (
    frame: WidgetClientFrame,
    sendFrame: (frame: WidgetServerFrame) => void,
  ) => void;
  readonly context?: BrowserContext;
  /** Page and window have different sites, so that access to the window's storage throws. */
  readonly blocked?: boolean;
  /** Ignores console messages about a lost connection. */
  readonly cuts?: boolean;
}
export interface OpenChatWindow {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly frame: Frame;
  readonly faults: readonly string[];
  /**
   * Resolves when the fake server has received the window's hello; at once if the real server
   * answers.
   */
  readonly hello: Promise<void>;
  /** Sends frames of the fake server to the window. */
  sendFrames(...frames: readonly WidgetServerFrame[]): Promise<void>;
  /** Closes the connection to the fake server. */
  closeConnection(): Promise<void>;
  /** Posts a bridge message from the page to the window. */
  postMessage(message: object): Promise<void>;
  /** Returns the bridge messages that the window posted to the page. */
  getBridgeMessages(): Promise<
    readonly { readonly type: string; readonly [key: string]: unknown }[]
  >;
}

const hostPageHtml = `<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><button>Buy</button>
<style>body{margin:0}iframe{display:block;border:0;width:380px;height:600px}iframe.phone{width:100vw;height:100vh;position:fixed;inset:0}</style>
<script>
window.heard = [];
window.openWindow = (src, start) => {
  const frame = document.createElement("iframe");
  frame.title = "Chat";
  if (start.phone) frame.className = "phone";
  frame.style.colorScheme = start.dark ? "dark" : "light";
  addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || event.data !== "parlour:window") return;
    const channel = new MessageChannel();
    window.port = channel.port1;
    window.port.onmessage = ({ data }) => {
      window.heard.push(data);
      if (data.type === "token") sessionStorage.setItem("token", data.token ?? "");
    };
    frame.contentWindow.postMessage("parlour:window", "*", [channel.port2]);
    window.port.postMessage(start);
  });
  frame.src = src;
  document.body.append(frame);
};
</script></html>`;

export async function openChatWindowFixture(): Promise<ChatWindowFixture> {
  const browser = useSharedBrowser();
  // The headless shell does not restrict the storage of a cross-site iframe; the full browser does.
  const fullBrowser = useSharedBrowser({ whole: true });
  const [parlour, site] = await Promise.all([
    startTestParlour({ clock: "system" }),
    startHostSite(),
  ]);
  const created = await parlour.owner.call("POST", "channels", {
    kind: "widget",
    name: "Alder & Oat",
    operators: [parlour.owner.id],
  });
  if (created.status !== 201) throw new Error(created.text);
  const widget = created.body as Channel;
  site.setPage("/", hostPageHtml);
  const sockets = new Set<WebSocket>();
  // The origin in the embed code: the server accepts sockets from the window's own origin.
  const { origin } = new URL(/src="([^"]+)"/.exec(widget.snippet ?? "")?.[1] ?? "");
  const face: WidgetScriptConfig = {
    ...defaultWidgetSettings,
    id: widget.public_id,
    name: "Alder & Oat",
    on_accent: "#fff",
    base: `${origin}/widget`,
    frame: `${origin}/widget/frame/${widget.public_id}`,
    rules: [],
    calls: true,
  };
  return {
    parlour,
    site,
    browser,
    widget,
    async bringOperatorOnline(operator = parlour.owner) {
      const ws = new WebSocket(`${parlour.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { authorization: `Bearer ${operator.key}` },
      });
      sockets.add(ws);
      await new Promise<void>((resolve, reject) => {
        ws.once("open", () => ws.send('{"type":"hello","after":null}'));
        ws.once("error", reject);
        ws.once("message", () => resolve());
      });
      await operator.call("PUT", "me/presence", { status: "online" });
      return async () => {
        await operator.call("PUT", "me/presence", { status: "offline" });
        ws.terminate();
      };
    },
    async open(options = {}) {
      const context =
        options.context ??
        (await openContext(options.blocked === true ? fullBrowser : browser, options));
      const page = await context.newPage();
      const faults = collectPageErrors(page, { cuts: options.cuts === true });
      let socketRoute: WebSocketRoute | null = null;
      const hello = Promise.withResolvers<void>();
      const sendFrame = (frame: WidgetServerFrame): void => {
        if (socketRoute === null) throw new Error("the window has not dialled yet");
        socketRoute.send(JSON.stringify(frame));
      };
      const { handleFrame } = options;
      if (handleFrame === undefined) hello.resolve();
      if (handleFrame !== undefined)
        await page.routeWebSocket(/\/widget\/socket$/, (route) => {
          socketRoute = route;
          route.onMessage((data) => {
            hello.resolve();
            handleFrame(JSON.parse(String(data)) as WidgetClientFrame, sendFrame);
          });
        });
      // A new profile blocks storage for an iframe of another site, but not for one of the same
      // site.
      await page.goto(
        options.blocked === true ? site.url : site.url.replace("127.0.0.1", "localhost"),
      );
      const storedToken = await page.evaluate(() => sessionStorage.getItem("token"));
      const start = {
        type: "start",
        face: { ...face, ...options.face },
        token: options.token ?? (storedToken === "" ? null : storedToken),
        userToken: null,
        page: { url: site.url, title: "Shop", referrer: "", first: site.url, visits: 1, pages: 1 },
        language: options.language ?? "en",
        origin: site.url,
        state: options.state ?? "chat",
        dark: options.dark ?? false,
        phone: options.phone ?? false,
        kept: "always",
        situation: null,
      };
      await page.evaluate(
        ([src, first]) =>
          (globalThis as never as { openWindow: (a: unknown, b: unknown) => void }).openWindow(
            src,
            first,
          ),
        [face.frame, start] as const,
      );
      const element = await page.waitForSelector("iframe");
      const frame = await element.contentFrame();
      if (frame === null) throw new Error("no frame");
      return {
        context,
        page,
        frame,
        faults,
        hello: hello.promise,
        async sendFrames(...frames) {
          for (const one of frames) sendFrame(one);
          // The window has rendered after two animation frames.
          await frame.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
        },
        async closeConnection() {
          await socketRoute?.close({ code: 1012 });
        },
        postMessage: (message) =>
          page.evaluate(
            (bridgeMessage) =>
              (globalThis as never as { port: MessagePort }).port.postMessage(bridgeMessage),
            message,
          ),
        getBridgeMessages: () =>
          page.evaluate(() => (globalThis as never as { heard: { type: string }[] }).heard),
      };
    },
    async close() {
      for (const ws of sockets) ws.terminate();
      await browser.close();
      await fullBrowser.close();
      await site.close();
      await parlour.close();
    },
  };
}

/** Frames of the fake server. */
export const availability: WidgetWelcome["situation"] = {
  mode: "online",
  bot: false,
  opens_at: null,
  working_hours: true,
  operators_online: true,
  call: "ok",
  departments: [],
};
export const createChat = (more: Partial<WidgetChat> = {}): WidgetChat => ({
  id: 1,
  state: "open",
  seq: 9,
  agents: [{ name: "Sofia Lind", photo: "" }],
  buttons: null,
  rating: null,
  rating_asked: false,
  closed_at: null,
  queue: null,
  read: 0,
  ...more,
});
export const createMessage = (seq: number, more: Partial<WidgetMessage> = {}): WidgetMessage => ({
  id: 100 + seq,
  chat_id: 1,
  seq,
  at: new Date(Date.now() - (100 - seq) * 60_000).toISOString(),
  from: "operator",
  name: "Sofia Lind",
  photo: "",
  kind: "text",
  text: `message ${seq}`,
  ...more,
});
/** A welcome that replaces the whole state of the window. */
export const createWelcome = (more: Partial<WidgetWelcome> = {}): WidgetWelcome => ({
  type: "welcome",
  token: "t".repeat(43),
  number: 412,
  contacts: { name: null, email: null, phone: null, description: null },
  signed: false,
  situation: availability,
  chat: null,
  reset: true,
  messages: [],
  call: null,
  invitation: null,
  quiet: false,
  has_written: false,
  ...more,
});

/** A fake server that sends nothing by itself. */
export const silentServer = { handleFrame: () => undefined } as const;
/** Waits until the window is rendered and has sent hello to the fake server, in any order. */
export async function waitUntilReady(win: OpenChatWindow): Promise<void> {
  await Promise.all([win.hello, win.frame.waitForSelector(".pw-win")]);
}

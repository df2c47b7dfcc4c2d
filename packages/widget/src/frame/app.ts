import type { PageMessage, StartMessage, MessageToPage } from "../bridge.ts";
import { isChatWindowOpen } from "../widget-state.ts";
import { openHostPageStorage } from "./storage/host-page-storage.ts";
import { browserClock } from "../clock.ts";
import { openSockets, type OpenSocket } from "./transport/connection.ts";
import { createChatClient, type ChatClient } from "./transport/chat-client.ts";
import { createFieldFocus } from "./field-focus.ts";
import type { Renderer } from "./render.tsx";
import type * as soundFile from "./media/sound.ts";
import {
  openLocalStorage,
  createMemoryStorage,
  type KeyValueStore,
} from "./storage/local-storage.ts";

export interface ChatWindowApp {
  readonly onPageMessage: (message: PageMessage) => void;
}

/**
 * Starts the chat window. It connects immediately, but renders only when it is first opened.
 * `origin` is the origin of the page, as the browser reports it.
 */
export async function startChatWindow(
  start: StartMessage,
  origin: string,
  post: (message: MessageToPage) => void,
): Promise<ChatWindowApp> {
  const store = openStorage(start, post);
  const root = document.getElementById("window") as HTMLElement;
  let rendererLoading: Promise<Renderer> | null = null;
  let renderer: Renderer | null = null;
  const focus = createFieldFocus(() => renderer);
  let isRenderScheduled = false;
  /**
   * Renders once for all changes of one turn of the event loop. The first change can occur before
   * the chat client exists.
   */
  const scheduleRender = (): void => {
    if (isRenderScheduled) return;
    isRenderScheduled = true;
    queueMicrotask(() => {
      isRenderScheduled = false;
      const model = client.model();
      if (renderer !== null) renderer.show(model);
      else if (isChatWindowOpen(model.state)) loadRenderer();
    });
  };
  const loadRenderer = (): void => {
    rendererLoading ??= import("./render.tsx").then(({ startRenderer }) =>
      startRenderer(root, start.face.language ?? start.language, client.actions, client.model()),
    );
    rendererLoading
      .then((loadedRenderer) => {
        if (renderer !== null) return;
        renderer = loadedRenderer;
        renderer.show(client.model());
        post({ type: "drawn" });
        focus.apply();
      })
      .catch((error: unknown) => {
        // The renderer script did not load. The next change loads it again.
        rendererLoading = null;
        console.error(error);
      });
  };
  const client = createChatClient({
    start,
    origin,
    openSocket: await createSocketOpener(start),
    clock: browserClock,
    store,
    post,
    onChange: scheduleRender,
    playSound: start.face.sound ? playSoundDelayed() : () => undefined,
  });
  watchBrowser(client);
  return {
    onPageMessage(message) {
      client.handlePageMessage(message);
      if (message.type !== "state") return;
      if (!isChatWindowOpen(message.state)) focus.cancel();
      else if (message.focus) focus.request();
    },
  };
}

/** Reports changes of tab visibility and network. */
function watchBrowser({ setVisible, setOnline }: ChatClient): void {
  const reportVisibility = (): void => setVisible(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", reportVisibility);
  window.addEventListener("online", () => setOnline(true));
  window.addEventListener("offline", () => setOnline(false));
  // A page that the browser restores from the back-forward cache has a dead connection.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) setOnline(false);
  });
  reportVisibility();
}

/**
 * Loads the sound on the visitor's first gesture, because browsers block audio before one. Returns
 * the function that plays the sound for a message.
 */
function playSoundDelayed(): (messageId: number) => void {
  let sound: Promise<typeof soundFile> | null = null;
  const gesture = (): void => {
    sound ??= import("./media/sound.ts");
    sound.then(({ allowSound }) => allowSound()).catch(() => undefined);
  };
  for (const type of ["pointerdown", "keydown"])
    window.addEventListener(type, gesture, { once: true });
  return (messageId) =>
    void sound?.then(({ playSound }) => playSound(messageId)).catch(() => undefined);
}

/**
 * Opens the iframe's own storage, or that of the page where browsers deny it. A preview stores
 * nothing.
 */
const openStorage = (
  { face, sealed }: StartMessage,
  post: (message: MessageToPage) => void,
): KeyValueStore =>
  face.preview === undefined
    ? (openLocalStorage(face.id) ??
      openHostPageStorage(sealed ?? null, (next) => post({ type: "keep", sealed: next })))
    : createMemoryStorage();

/** A preview uses a fake server. */
async function createSocketOpener({ face }: StartMessage): Promise<OpenSocket> {
  if (face.preview === undefined) return openSockets(`${face.base}/socket`);
  const { createPreviewSocket } = await import("./preview-socket.ts");
  return (events) => createPreviewSocket(face, events);
}

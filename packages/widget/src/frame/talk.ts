import type { Heard, Start, ToPage } from "../bridge.ts";
import { isOpen } from "../states.ts";
import { browserClock } from "../clock.ts";
import { socketDial, type Dial } from "./connection.ts";
import { openConversation, type Conversation } from "./conversation.ts";
import type { Drawing } from "./draw.tsx";
import type * as soundFile from "./sound.ts";
import { frameStore, memoryStore, type Store } from "./store.ts";

export interface Talk {
  readonly heard: (message: Heard) => void;
}

/**
 * Starts the chat window: connects at once and renders when it is first opened. `origin`: of the
 * page, as reported by the browser.
 */
export async function openTalk(start: Start, origin: string, post: (message: ToPage) => void): Promise<Talk> {
  const store = await storeFor(start, post);
  const root = document.getElementById("window") as HTMLElement;
  let drawing: Promise<Drawing> | null = null;
  let drawn: Drawing | null = null;
  let wantsFocus = false;

  let isDue = false;
  /** Renders several changes of one turn once. The first change precedes the chat client. */
  const changed = (): void => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      const model = conversation.model();
      if (drawn !== null) drawn.show(model);
      else if (isOpen(model.state)) openDrawing();
    });
  };
  const openDrawing = (): void => {
    drawing ??= import("./draw.tsx").then(({ openDrawing: open }) =>
      open(root, start.face.language ?? start.language, conversation.acts, conversation.model()),
    );
    drawing
      .then((made) => {
        if (drawn !== null) return;
        drawn = made;
        drawn.show(conversation.model());
        post({ type: "drawn" });
        focusLate();
      })
      .catch((error: unknown) => {
        // The script did not load. The next change tries again.
        drawing = null;
        console.error(error);
      });
  };
  const focus = (): void => {
    wantsFocus = drawn === null;
    // The page shows the iframe in the same turn, and a hidden iframe takes no focus.
    if (drawn !== null) requestAnimationFrame(() => drawn?.focus());
  };
  /**
   * Applies a focus that was requested before rendering, but only while the page's focus is in the
   * chat window. The visitor may have continued on the page meanwhile (WG-088). Runs again when the
   * chat window gets the focus. A focus that the visitor set inside it stays.
   */
  const focusLate = (): void => {
    if (!wantsFocus || drawn === null || !document.hasFocus()) return;
    wantsFocus = false;
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) drawn?.focus();
    });
  };
  const conversation = openConversation({
    start,
    origin,
    dial: await dialFor(start),
    clock: browserClock,
    store,
    post,
    changed,
    rang: start.face.sound ? soundLate() : () => undefined,
  });
  window.addEventListener("focus", focusLate);
  followBrowser(conversation);
  return {
    heard(message) {
      conversation.heard(message);
      if (message.type !== "state") return;
      if (!isOpen(message.state)) wantsFocus = false;
      else if (message.focus) focus();
    },
  };
}

/** Reports changes of tab visibility and network. */
function followBrowser({ seenBy, network }: Conversation): void {
  const look = (): void => seenBy(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", () => network(true));
  window.addEventListener("offline", () => network(false));
  // A page from the back-forward cache has a dead connection.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) network(false);
  });
  look();
}

/**
 * Loads the sound on the first gesture, because browsers block audio before. Returns the function
 * that plays it for a message.
 */
function soundLate(): (messageId: number) => void {
  let sound: Promise<typeof soundFile> | null = null;
  const gesture = (): void => {
    sound ??= import("./sound.ts");
    sound.then(({ allowSound }) => allowSound()).catch(() => undefined);
  };
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, gesture, { once: true });
  return (messageId) => void sound?.then(({ ring }) => ring(messageId)).catch(() => undefined);
}

/**
 * Opens the iframe's own storage, or the encrypted storage of the page where browsers deny it. A
 * preview stores nothing.
 */
async function storeFor({ face, sealed }: Start, post: (message: ToPage) => void): Promise<Store> {
  const own = face.preview === undefined ? frameStore(face.id) : memoryStore();
  if (own !== null) return own;
  return import("./page-store.ts").then(
    ({ pageStore }) => pageStore(sealed ?? null, (next) => post({ type: "keep", sealed: next })),
    // The script did not load. Values last as long as the chat window.
    () => memoryStore(),
  );
}

/** A preview uses a fake server. */
async function dialFor({ face }: Start): Promise<Dial> {
  if (face.preview === undefined) return socketDial(`${face.base.replace(/^http/, "ws")}/socket`);
  const { previewLine } = await import("./preview.ts");
  return (events) => previewLine(face, events);
}

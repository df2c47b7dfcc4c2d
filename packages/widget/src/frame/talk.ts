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

/** The window from its start on: it talks at once, and draws when it is first opened. `origin`: of the page, as the browser says. */
export async function openTalk(start: Start, origin: string, post: (message: ToPage) => void): Promise<Talk> {
  const store = await storeFor(start, post);
  const root = document.getElementById("window") as HTMLElement;
  let drawing: Promise<Drawing> | null = null;
  let drawn: Drawing | null = null;
  let wantsFocus = false;

  let isDue = false;
  /** Many moves of one turn are drawn once; the first comes before the conversation is there. */
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
        // A file that did not come: asked for again at the next move.
        drawing = null;
        console.error(error);
      });
  };
  const focus = (): void => {
    wantsFocus = drawn === null;
    // The page shows the frame in the same turn; what is not shown yet takes no focus.
    if (drawn !== null) requestAnimationFrame(() => drawn?.focus());
  };
  /**
   * What the window was to have before it was drawn: only while the page's focus is in it, for the visitor may have gone on in the page meanwhile (WG-088). Asked again
   * when the focus comes into the window, which may be later than its drawing; whoever came to a part of it by himself stays there.
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

/** The browser tab comes and goes, and so does the network. */
function followBrowser({ seenBy, network }: Conversation): void {
  const look = (): void => seenBy(document.visibilityState === "visible");
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", () => network(true));
  window.addEventListener("offline", () => network(false));
  // A page from the browser's memory comes back with a dead line.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) network(false);
  });
  look();
}

/** A browser makes no sound before the visitor has touched the window: what makes it comes then. Answers how to sound for a message. */
function soundLate(): (messageId: number) => void {
  let sound: Promise<typeof soundFile> | null = null;
  const gesture = (): void => {
    sound ??= import("./sound.ts");
    sound.then(({ allowSound }) => allowSound()).catch(() => undefined);
  };
  for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, gesture, { once: true });
  return (messageId) => void sound?.then(({ ring }) => ring(messageId)).catch(() => undefined);
}

/** The frame's own; where browsers deny it that, the page keeps for it. Of a preview nothing is kept. */
async function storeFor({ face, sealed }: Start, post: (message: ToPage) => void): Promise<Store> {
  const own = face.preview === undefined ? frameStore(face.id) : memoryStore();
  if (own !== null) return own;
  return import("./page-store.ts").then(
    ({ pageStore }) => pageStore(sealed ?? null, (next) => post({ type: "keep", sealed: next })),
    // A file that did not come: what is written lasts as long as the window.
    () => memoryStore(),
  );
}

/** Of a preview the server comes with it. */
async function dialFor({ face }: Start): Promise<Dial> {
  if (face.preview === undefined) return socketDial(`${face.base.replace(/^http/, "ws")}/socket`);
  const { previewLine } = await import("./preview.ts");
  return (events) => previewLine(face, events);
}

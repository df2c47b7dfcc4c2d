import type { WidgetClientFrame, WidgetMessage } from "@parlour/protocol/widget";
import type { Clock } from "../clock.ts";
import type { Held } from "./held.ts";
import { chatOf, showsChat } from "./model.ts";
import type { Store } from "./store.ts";

export interface ReadingDeps extends Held {
  readonly clock: Pick<Clock, "after">;
  readonly store: Store;
  readonly send: (frame: WidgetClientFrame) => boolean;
}
export interface Reading {
  /** The messages or their visibility changed. */
  mark(): void;
  /** Returns whether the visitor sees the newest messages now. */
  isSeen(): boolean;
  /** Returns whether any tab of the visitor has shown the message. */
  readonly isRead: (message: WidgetMessage) => boolean;
  seenBy(isVisible: boolean): void;
  readonly atEnd: (is: boolean) => void;
  /** `isNew`: the visitor changed. */
  welcomed(isNew: boolean): void;
  forget(): void;
}
/** Marks within this time are sent together. */
const gatherMs = 150;
const nothing = { chat: 0, received: 0, seen: 0 };

/**
 * Sends received marks at once, and read marks only while the newest message is visible in an open
 * chat window (CORE-052). Tabs are synchronised (WG-085).
 */
export function openReading({ model, set, clock, store, send }: ReadingDeps): Reading {
  let isVisible = true;
  let isAtEnd = true;
  let marked = nothing;
  let marking: (() => void) | null = null;

  const isSeen = (): boolean => isVisible && showsChat(model().state) && !model().isFresh;
  const mark = (): void => {
    const last =
      model()
        .messages.filter((one) => one.from !== "visitor")
        .at(-1)?.seq ?? 0;
    const chat = chatOf(model());
    if (chat === 0 || last === 0) return;
    if (isSeen() && isAtEnd && last > model().read) {
      set({ ...model(), read: last });
      store.write("read", `${chat} ${last}`);
    }
    if (marking !== null || model().connection !== "live") return;
    if (marked.chat === chat && marked.received >= last && marked.seen >= Math.min(last, model().read)) return;
    marking = clock.after(gatherMs, () => {
      marking = null;
      const now = { chat: chatOf(model()), received: model().messages.at(-1)?.seq ?? 0, seen: model().read };
      if (now.chat === 0 || (marked.chat === now.chat && marked.received >= now.received && marked.seen >= now.seen)) return;
      if (send({ type: "marks", chat_id: now.chat, received: now.received, seen: Math.min(now.seen, now.received) })) marked = now;
    });
  };
  return {
    mark,
    isSeen,
    isRead({ chat_id: of, seq }) {
      const [chat, read] = kept(store);
      return of !== chatOf(model()) || seq <= model().read || (chat === of && seq <= read);
    },
    seenBy(visible) {
      isVisible = visible;
      mark();
    },
    atEnd(is) {
      isAtEnd = is;
      mark();
    },
    welcomed(isNew) {
      // The marks of the previous visitor no longer apply.
      marked = isNew ? nothing : { ...marked, received: 0 };
      const [chat, read] = kept(store);
      if (chat === chatOf(model()) && read > model().read) set({ ...model(), read });
    },
    forget() {
      marked = nothing;
    },
  };
}

/** Returns the chat and the `seq` up to which this browser has shown messages. */
function kept(store: Store): readonly [number, number] {
  const [chat, read] = (store.read("read") ?? "").split(" ").map(Number);
  return [chat ?? 0, read ?? 0];
}

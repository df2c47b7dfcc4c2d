import type { WidgetClientFrame, WidgetServerFrame } from "@parlour/protocol/widget";
import type { Clock } from "../../clock.ts";
import type { StateStore } from "./store.ts";
import { selectDepartment, createRequestFailure, continuesChat, needsConsent } from "./reducer.ts";
import type { AttachedFile, ChatWindowState, PendingMessage } from "./state.ts";
import { saveMessage, messageTtlMs, maxPendingMessages } from "./outbox-storage.ts";
import type { KeyValueStore } from "../storage/local-storage.ts";

export interface OutboxDeps extends StateStore {
  readonly clock: Clock;
  readonly store: KeyValueStore;
  readonly createRef: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
  /** Starts the response watchdog for a sent message. */
  readonly watchResponse: () => void;
}
export interface Outbox {
  /**
   * Adds a message, which takes the chosen quote unless `quotes` is given. Returns false if the
   * outbox is full. The text must then stay in its field.
   */
  readonly sendMessage: (
    text: string,
    more?: Pick<PendingMessage, "button" | "quotes"> & { readonly upload?: AttachedFile },
  ) => boolean;
  /** Removes a rejected message. */
  readonly discard: (ref: string) => void;
  /** Puts a rejected message back into the queue. */
  requeue(ref: string): void;
  /**
   * Sends the oldest waiting message, unless a message is already being sent. The next message is
   * sent after the response.
   */
  sendNext(): void;
  isSending(): boolean;
  onResponse(ref: string): void;
  /**
   * Handles a rejection by the server. If the frame contains a retry delay, the message is sent
   * again after that delay, and later messages wait.
   */
  onRejected(frame: Extract<WidgetServerFrame, { type: "failed" }>): void;
  onDisconnect(): void;
}

/**
 * Creates an outbox that sends the visitor's messages exactly once, in the order in which they were
 * written (WG-082).
 */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { model, set, clock, store } = deps;
  /**
   * `ref` of the message that is being sent. Only one message is sent at a time, so that a delayed
   * message keeps its position.
   */
  let sendingRef: string | null = null;
  let cancelRetry: (() => void) | null = null;

  const replaceMessage = (next: PendingMessage): void => {
    saveMessage(store, next);
    set({ ...model(), outbox: model().outbox.map((one) => (one.ref === next.ref ? next : one)) });
  };
  const sendNext = (): void => {
    if (sendingRef !== null || cancelRetry !== null || model().connection !== "live") return;
    const outbox = expireMessages(model().outbox, clock.now());
    if (outbox !== model().outbox) set({ ...model(), outbox });
    const next = outbox.find(({ failed }) => failed === null);
    if (next === undefined || (!continuesChat(model()) && needsConsent(model()))) return;
    const pageEvents = toPageEvents(model());
    // If the visitor leaves the page before the response arrives, the next page runs these
    // callbacks.
    if (pageEvents.length > 0) replaceMessage({ ...next, tells: pageEvents });
    if (!deps.send(toFrame(next))) return;
    sendingRef = next.ref;
    deps.watchResponse();
  };
  return {
    sendMessage(text, more = {}) {
      const { outbox, quotes } = model();
      if (outbox.length >= maxPendingMessages) return false;
      // The time must be later than that of all waiting messages, even if the clock was set back. A
      // reload sorts the messages by time.
      const at = Math.max(clock.now(), (outbox.at(-1)?.at ?? 0) + 1);
      const chatStart = describeChatStart(model());
      const one = { ref: deps.createRef(), text, at, failed: null, quotes, ...more, ...chatStart };
      saveMessage(store, one);
      set({ ...model(), outbox: [...outbox, one], quotes: one.quotes ? undefined : quotes });
      sendNext();
      return true;
    },
    requeue(messageRef) {
      const one = model().outbox.find((waiting) => waiting.ref === messageRef);
      if (one !== undefined)
        replaceMessage({
          ...one,
          failed: null,
          at: Math.max(one.at, clock.now() - messageTtlMs + 60_000),
        });
    },
    discard: (messageRef) =>
      set({ ...model(), outbox: model().outbox.filter((one) => one.ref !== messageRef) }),
    sendNext,
    isSending: () => sendingRef !== null,
    onResponse(responseRef) {
      if (responseRef === sendingRef) sendingRef = null;
    },
    onRejected({ ref, retry_after_s }) {
      const one = model().outbox.find((waiting) => waiting.ref === ref);
      if (one === undefined) return;
      if (one.failed !== null) saveMessage(store, one);
      else if (retry_after_s !== null)
        cancelRetry = clock.after(Math.max(1, retry_after_s) * 1000, () => {
          cancelRetry = null;
          sendNext();
        });
    },
    onDisconnect() {
      sendingRef = null;
      cancelRetry?.();
      cancelRetry = null;
    },
  };
}

/** Returns what the first message of a chat has in addition, and nothing for all others. */
function describeChatStart(model: ChatWindowState): Partial<PendingMessage> {
  if (continuesChat(model)) return {};
  return {
    departmentId: selectDepartment(model) ?? undefined,
    greeting: model.greeting ?? undefined,
  };
}

/** Marks messages that waited too long as failed. Returns the same outbox if there are none. */
function expireMessages(outbox: ChatWindowState["outbox"], now: number): ChatWindowState["outbox"] {
  const isOld = ({ failed, at }: PendingMessage): boolean =>
    failed === null && now - at > messageTtlMs;
  const failed = createRequestFailure("too_old");
  return outbox.some(isOld) ? outbox.map((one) => (isOld(one) ? { ...one, failed } : one)) : outbox;
}

/** Returns the frame of a message. Fields that are undefined are not part of its JSON. */
const toFrame = (message: PendingMessage): WidgetClientFrame =>
  ({
    type: "say",
    ref: message.ref,
    text: message.text,
    upload_id: message.upload?.id,
    voice_s: message.upload?.voice_s,
    button: message.button,
    quotes: message.quotes,
    department_id: message.departmentId,
    greeting: message.greeting,
  }) as WidgetClientFrame;

/**
 * Returns the callbacks of the page to run when the message is stored (WG-020), in the order of
 * WG-021.
 */
function toPageEvents(model: ChatWindowState): NonNullable<PendingMessage["tells"]> {
  const startsChat = !continuesChat(model) || !model.messages.some((one) => one.from === "visitor");
  return [
    ...(startsChat && model.invitation === null ? (["clientStartChat"] as const) : []),
    ...(model.hasWritten ? [] : (["messageSent"] as const)),
  ];
}

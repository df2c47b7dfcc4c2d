import type { WidgetMessage, WidgetModelFrame } from "@parlour/protocol/widget";
import type { MessageToPage } from "../../bridge.ts";
import { isChatWindowOpen } from "../../widget-state.ts";
import { isFromOperatorOrBot, isCallActive } from "../state/reducer.ts";
import type { ChatWindowState } from "../state/state.ts";
import type { KeyValueStore } from "../storage/local-storage.ts";

export interface PageEventsDeps {
  readonly store: KeyValueStore;
  readonly post: (message: MessageToPage) => void;
  /** Called when a message of an operator or bot arrives. */
  readonly onMessage: (message: WidgetMessage) => void;
}
export interface PageEvents {
  report(name: string, detail?: Readonly<Record<string, unknown>>): void;
  /**
   * Must be called after each server frame. Reports each change of the state once (WG-020, WG-022).
   */
  onStateChange(before: ChatWindowState, after: ChatWindowState, frame: WidgetModelFrame): void;
  /** Returns the call that was last in progress in this browser, or null. */
  getActiveCallId(): number | null;
}

/**
 * Reports events of the chat window to the host page. Earlier events are not reported, except the
 * results of actions that this browser started before a reload or an outage.
 */
export function createPageEvents({ store, post, onMessage }: PageEventsDeps): PageEvents {
  const report: PageEvents["report"] = (name, detail = {}) => post({ type: "event", name, detail });

  const reportStoredMessages = (before: ChatWindowState, after: ChatWindowState): void => {
    const stored = new Set(after.messages.map((one) => one.client_id));
    for (const one of before.outbox)
      if (stored.has(one.ref)) for (const name of one.tells ?? []) report(name);
  };
  const reportMessage = (
    before: ChatWindowState,
    after: ChatWindowState,
    message: WidgetMessage,
  ): void => {
    if (message.from === "visitor") return;
    if (isFromOperatorOrBot(message)) {
      report("messageReceived", { id: message.id, text: message.text, from: message.from });
      onMessage(message);
      if (!isChatWindowOpen(after.state) && after.face.open_on_reply)
        post({ type: "move", cause: "reply" });
    } else if (
      message === after.messages.find(isAcceptMessage) &&
      !hasOperators(before, message.chat_id)
    ) {
      report("accept", { agent: { name: message.detail ?? "", photo: message.photo } });
    } else if (message.code === "closed") post({ type: "move", cause: "ended" });
  };
  const reportCall = (before: ChatWindowState, { call }: ChatWindowState): void => {
    if (before.call?.id === call?.id && before.call?.status === call?.status) return;
    store.write("call", call !== null && isCallActive(call) ? String(call.id) : null);
    if (call !== null && !isCallActive(call))
      report(
        "callEnd",
        call.reason === null ? { result: "ok" } : { result: "fail", reason: call.reason },
      );
  };
  return {
    report,
    onStateChange(before, after, frame) {
      reportCall(before, after);
      reportStoredMessages(before, after);
      if (
        frame.type === "older" ||
        (frame.type === "welcome" && (frame.reset || frame.token !== null))
      )
        return;
      const knownIds = new Set(before.messages.map((one) => one.id));
      for (const message of after.messages)
        if (!knownIds.has(message.id)) reportMessage(before, after, message);
    },
    getActiveCallId: () => Number(store.read("call")) || null,
  };
}

/**
 * Returns true for the system message that an operator has accepted the chat. The page gets only
 * the first one of a chat.
 */
const isAcceptMessage = ({ code }: WidgetMessage): boolean =>
  code === "accepted" || code === "joined";
/**
 * Returns true if an operator has already joined the chat. The system message about this may be
 * among earlier messages that are not loaded.
 */
const hasOperators = ({ chat }: ChatWindowState, id: number): boolean =>
  chat?.id === id && chat.agents.length > 0;

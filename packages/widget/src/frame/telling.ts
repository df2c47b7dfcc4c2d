import type { WidgetMessage, WidgetModelFrame } from "@parlour/protocol/widget";
import type { ToPage } from "../bridge.ts";
import { isOpen } from "../states.ts";
import { isAnswer, isRunning, type Model } from "./model.ts";
import type { Store } from "./store.ts";

export interface TellingDeps {
  readonly store: Store;
  readonly post: (message: ToPage) => void;
  /** A message of an operator or bot arrived. */
  readonly arrived: (message: WidgetMessage) => void;
}
export interface Telling {
  event(name: string, detail?: Readonly<Record<string, unknown>>): void;
  /**
   * Call after each frame of the server. Reports each change of the state once (WG-020, WG-022).
   */
  moved(before: Model, after: Model, frame: WidgetModelFrame): void;
  /** Returns the call that was last in progress in this browser, or null. */
  knownCall(): number | null;
}

/**
 * Reports events of the chat window to the host page. History is not reported, except actions that
 * this browser started before a reload or an outage.
 */
export function openTelling({ store, post, arrived }: TellingDeps): Telling {
  const event: Telling["event"] = (name, detail = {}) => post({ type: "event", name, detail });

  const ownStored = (before: Model, after: Model): void => {
    const stored = new Set(after.messages.map((one) => one.client_id));
    for (const one of before.outbox) if (stored.has(one.ref)) for (const name of one.tells ?? []) event(name);
  };
  const said = (before: Model, after: Model, message: WidgetMessage): void => {
    if (message.from === "visitor") return;
    if (isAnswer(message)) {
      event("messageReceived", { id: message.id, text: message.text, from: message.from });
      arrived(message);
      if (!isOpen(after.state) && after.face.open_on_reply) post({ type: "move", cause: "reply" });
    } else if (message === after.messages.find(isTaking) && !hasAgents(before, message.chat_id)) {
      event("accept", { agent: { name: message.detail ?? "", photo: message.photo } });
    } else if (message.code === "closed") post({ type: "move", cause: "ended" });
  };
  const callMoved = ({ call: was }: Model, { call }: Model): void => {
    if (was?.id === call?.id && was?.status === call?.status) return;
    store.write("call", call !== null && isRunning(call) ? String(call.id) : null);
    if (call !== null && !isRunning(call))
      event("callEnd", call.reason === null ? { result: "ok" } : { result: "fail", reason: call.reason });
  };
  return {
    event,
    moved(before, after, frame) {
      callMoved(before, after);
      ownStored(before, after);
      if (frame.type === "older" || (frame.type === "welcome" && (frame.reset || frame.token !== null))) return;
      const known = new Set(before.messages.map((one) => one.id));
      for (const message of after.messages) if (!known.has(message.id)) said(before, after, message);
    },
    knownCall: () => Number(store.read("call")) || null,
  };
}

/** The page gets only the first of these system messages of a chat. */
const isTaking = ({ code }: WidgetMessage): boolean => code === "accepted" || code === "joined";
/**
 * An operator answered already. The system message may be among earlier messages that are not
 * loaded.
 */
const hasAgents = ({ chat }: Model, id: number): boolean => chat?.id === id && chat.agents.length > 0;

import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Held } from "./held.ts";
import { chatOf } from "./model.ts";

export interface OlderDeps extends Pick<Held, "model"> {
  readonly ref: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
  /** Starts the response watchdog. */
  readonly watch: () => void;
}
/** Loads earlier messages, one request at a time. */
export interface Older {
  ask(): void;
  /** Sends a request without effect, to detect a dead connection (WG-086). */
  probe(): void;
  /** Cancels the pending request. */
  end(): void;
  /** Returns false if no such request is pending. The response must then be ignored. */
  answered(ref: string): boolean;
}

export function openOlder({ model, ref, send, watch }: OlderDeps): Older {
  let asked: string | null = null;
  return {
    ask() {
      const first = model().messages[0];
      if (asked !== null || first === undefined || !model().more) return;
      const of = ref();
      if (send({ type: "older", ref: of, chat_id: first.chat_id, before: first.seq })) asked = of;
    },
    probe() {
      const chat = chatOf(model());
      if (chat !== 0 && send({ type: "older", ref: ref(), chat_id: chat, before: 1 })) watch();
    },
    end() {
      asked = null;
    },
    answered(of) {
      if (of !== asked) return false;
      asked = null;
      return true;
    },
  };
}

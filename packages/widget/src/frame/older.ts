import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Held } from "./held.ts";
import { chatOf } from "./model.ts";

export interface OlderDeps extends Pick<Held, "model"> {
  readonly ref: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
  /** An answer is owed from now on. */
  readonly watch: () => void;
}
/** Messages before those that the window has: asked for once at a time. */
export interface Older {
  ask(): void;
  /** Asks what changes nothing, so that a line that died unnoticed is noticed (WG-086). */
  probe(): void;
  /** Nothing is asked any more. */
  end(): void;
  /** False: nobody asked that, or not any more. It is answered with this. */
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

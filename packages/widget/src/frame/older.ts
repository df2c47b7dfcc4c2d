import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Held } from "./held.ts";

export interface OlderDeps extends Pick<Held, "model"> {
  readonly ref: () => string;
  readonly send: (frame: WidgetClientFrame) => boolean;
}
/** Messages before those that the window has: asked for once at a time. */
export interface Older {
  ask(): void;
  /** Nothing is asked any more. */
  end(): void;
  /** False: nobody asked that, or not any more. It is answered with this. */
  answered(ref: string): boolean;
}

export function openOlder({ model, ref, send }: OlderDeps): Older {
  let asked: string | null = null;
  return {
    ask() {
      const first = model().messages[0];
      if (asked !== null || first === undefined || !model().more) return;
      const of = ref();
      if (send({ type: "older", ref: of, chat_id: first.chat_id, before: first.seq })) asked = of;
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

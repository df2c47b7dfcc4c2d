import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { Start } from "../bridge.ts";
import type { Held } from "./held.ts";
import { chatOf, isRunning } from "./model.ts";
import type { PageSaid } from "./page-said.ts";
import type { Store } from "./store.ts";
import type { Telling } from "./telling.ts";

export interface HelloDeps extends Pick<Held, "model"> {
  readonly start: Start;
  /** Origin of the page, as reported by the browser. */
  readonly origin: string;
  readonly store: Store;
  readonly said: Pick<PageSaid, "hello">;
  readonly telling: Pick<Telling, "knownCall">;
}

/** Builds the first frame of a connection: the visitor, and the last received message (WG-086). */
export function helloOf(
  { start, origin, store, model, said, telling }: HelloDeps,
  token: string | null,
): Extract<WidgetClientFrame, { type: "hello" }> {
  const chat = chatOf(model());
  const { call, heard } = model();
  // A call may have ended without a connection or page. The welcome then contains its result.
  const known = call !== null && isRunning(call) ? call.id : telling.knownCall();
  return {
    type: "hello",
    widget_id: start.face.id,
    token,
    after: chat === 0 ? null : { chat_id: chat, seq: heard },
    ...said.hello(),
    language: start.language.slice(0, 35),
    origin,
    ...(start.cookies === undefined ? {} : { cookies: start.cookies }),
    ...(known === null ? {} : { call: known }),
    ...(store.unlock === undefined ? {} : { sealed: true }),
  };
}

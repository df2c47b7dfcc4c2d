import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { StartMessage } from "../../bridge.ts";
import type { StateStore } from "../state/store.ts";
import { currentChatId, isCallActive } from "../state/reducer.ts";
import type { PageData } from "./page-data.ts";
import type { KeyValueStore } from "../state/local-storage.ts";
import type { PageEvents } from "./page-events.ts";

export interface HelloDeps extends Pick<StateStore, "model"> {
  readonly start: StartMessage;
  /** Origin of the page, as reported by the browser. */
  readonly origin: string;
  readonly store: KeyValueStore;
  readonly pageData: Pick<PageData, "buildHelloFields">;
  readonly pageEvents: Pick<PageEvents, "getActiveCallId">;
}

/** Builds the first frame of a connection: the visitor, and the last received message (WG-086). */
export function buildHello(
  { start, origin, store, model, pageData, pageEvents }: HelloDeps,
  token: string | null,
): Extract<WidgetClientFrame, { type: "hello" }> {
  const chat = currentChatId(model());
  const { call, heard } = model();
  // A call may have ended without a connection or page. The welcome then contains its result.
  const activeCallId = call !== null && isCallActive(call) ? call.id : pageEvents.getActiveCallId();
  return {
    type: "hello",
    widget_id: start.face.id,
    token,
    after: chat === 0 ? null : { chat_id: chat, seq: heard },
    ...pageData.buildHelloFields(),
    language: start.language.slice(0, 35),
    origin,
    ...(start.cookies === undefined ? {} : { cookies: start.cookies }),
    ...(activeCallId === null ? {} : { call: activeCallId }),
    ...(store.unlock === undefined ? {} : { sealed: true }),
  };
}

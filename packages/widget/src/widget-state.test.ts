import { expect, test } from "vitest";
import {
  isChatWindowOpen,
  getNextWidgetState,
  type WidgetAction,
  type WidgetState,
} from "./widget-state.ts";

const states: readonly WidgetState[] = ["label", "chat/min", "chat", "call", "chat/call"];
const actions: readonly WidgetAction[] = [
  "button",
  "call",
  "chat_tab",
  "minimise",
  "close",
  "ended",
  "reply",
];

/**
 * The rule's table, row by row: state before, action, state after with and without messages. Every
 * other action leaves the state unchanged.
 */
const rows: readonly (readonly [
  readonly WidgetState[],
  WidgetAction,
  readonly boolean[],
  WidgetState,
])[] = [
  [["label", "chat/min"], "button", [true, false], "chat"],
  [["label"], "call", [false], "call"],
  [["label"], "call", [true], "chat/call"],
  [["chat/min", "chat"], "call", [true, false], "chat/call"],
  [["call", "chat/call"], "chat_tab", [true, false], "chat"],
  [["call", "chat/call"], "button", [true, false], "chat"],
  [["chat", "chat/call"], "minimise", [true], "chat/min"],
  [["chat", "chat/call"], "minimise", [false], "label"],
  [["call"], "minimise", [true, false], "label"],
  [["chat", "chat/call", "chat/min", "call"], "close", [true, false], "label"],
  [["chat/min"], "ended", [true, false], "label"],
  // These rows require the setting "open on reply".
  [["label", "chat/min"], "reply", [true, false], "chat"],
];

// The end of a call is not an action. The result of the call stays visible until the visitor goes
// back or closes it (WG-073).
test("[WG-070] [WG-071] [WG-073] every cause moves every state as the table says, and no other way", () => {
  for (const from of states)
    for (const cause of actions)
      for (const hasMessages of [true, false]) {
        const row = rows.find(
          ([of, by, when]) => of.includes(from) && by === cause && when.includes(hasMessages),
        );
        expect([from, cause, hasMessages, getNextWidgetState(from, cause, hasMessages)]).toEqual([
          from,
          cause,
          hasMessages,
          row?.[3] ?? from,
        ]);
      }
});

test("[WG-071] open is what shows the window: chat, call and both", () => {
  expect(states.filter((one) => isChatWindowOpen(one))).toEqual(["chat", "call", "chat/call"]);
});

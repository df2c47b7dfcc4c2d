import type { Message } from "@parlour/protocol";
import { describe, expect, it } from "vitest";
import { findPressedButtons } from "./pressed-buttons.ts";

const message = (seq: number, kind: "visitor" | "bot", more: Partial<Message>): Message => ({
  seq,
  id: seq,
  chat_id: 1,
  author: { kind, id: 1, name: "" },
  kind: "text",
  text: "",
  created_at: "2026-11-20T10:00:00.000Z",
  ...more,
});
const buttons = (seq: number, ...ids: string[]) =>
  message(seq, "bot", { kind: "buttons", buttons: ids.map((id) => ({ id, text: id })) });

describe("pressed buttons", () => {
  it("[BOT-046] a press marks its button in the newest message with buttons, a typed word none", () => {
    const log = [
      buttons(1, "o1", "o2"),
      message(2, "visitor", { text: "o1" }),
      buttons(3, "o1", "o3"),
      message(4, "bot", { text: "…" }),
      message(5, "visitor", { text: "Order", button_id: "o3" }),
      message(6, "visitor", { text: "Order", button_id: "unknown" }),
    ];
    expect([...findPressedButtons(log)]).toEqual([[3, "o3"]]);
  });
});

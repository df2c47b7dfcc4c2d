import type { OutboxItem } from "@parlour/client";
import type { Message } from "@parlour/protocol";
import { beforeEach, describe, expect, it } from "vitest";
import { groupMessages } from "./message-groups.ts";

let seq = 0;
beforeEach(() => {
  seq = 0;
});
const message = (
  kind: Message["author"]["kind"],
  at: string,
  more: Partial<Message> = {},
): Message => {
  seq += 1;
  return {
    seq,
    id: seq,
    chat_id: 1,
    author: { kind, id: kind === "system" ? null : 1, name: kind },
    kind: "text",
    text: "x",
    created_at: at,
    ...more,
  };
};
const shape = (messages: Message[], waiting: OutboxItem[] = []) =>
  groupMessages(messages, waiting, 1).map(
    (group) =>
      `${group.day ? "day " : ""}${group.isNote ? "note" : group.kind}${group.isOwn ? "*" : ""} ${group.lines.length}`,
  );

describe("conversation", () => {
  it("[CORE-041] lines of one author within a minute are one article, a note stands alone", () => {
    expect(
      shape([
        message("visitor", "2026-11-20T10:02:01.000Z"),
        message("visitor", "2026-11-20T10:02:40.000Z"),
        message("visitor", "2026-11-20T10:03:01.000Z"),
        message("operator", "2026-11-20T10:03:05.000Z"),
        message("operator", "2026-11-20T10:03:06.000Z", { kind: "note" }),
        message("system", "2026-11-20T10:04:00.000Z"),
        message("system", "2026-11-20T10:09:00.000Z"),
      ]),
    ).toEqual(["day visitor 2", "visitor 1", "operator* 1", "note* 1", "system 2"]);
  });
  it("[CORE-041] the first day stands only where the chat begins, so that earlier pages move nothing", () => {
    seq = 5;
    expect(
      shape([
        message("visitor", "2026-11-20T10:02:01.000Z"),
        message("visitor", "2026-11-21T10:02:40.000Z"),
      ]),
    ).toEqual(["visitor 1", "day visitor 1"]);
  });
  it("[CORE-052] what waits in the outbox stands last, once, and joins the own article of its minute", () => {
    const at = "2026-11-20T10:06:10.000Z";
    const item = (clientId: string): OutboxItem => ({
      clientId,
      owner: 1,
      chatId: 1,
      kind: "text",
      text: clientId,
      createdAt: Date.parse(at) + 1000,
      afterSeq: 0,
      state: "queued",
      heldBy: null,
      error: null,
    });
    expect(shape([message("operator", at, { client_id: "a" })], [item("a"), item("b")])).toEqual([
      "day operator* 2",
    ]);
  });
});

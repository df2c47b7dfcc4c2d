import type { Message } from "@parlour/protocol";
import {
  backgroundMessagePattern,
  isBackgroundMessage,
} from "@parlour/protocol/message/background-message";
import { createTestChat } from "@parlour/protocol/entity/chat.fixture";
import { expect, it } from "vitest";
import { applyFrame, mergeChats } from "./reducer.ts";
import { emptySnapshot } from "./snapshot.ts";

const at = "2026-11-20T10:00:00.000Z";
const createMessage = (seq: number, author: Message["author"], more?: object): Message => ({
  id: seq,
  seq,
  chat_id: 1,
  author,
  kind: "text",
  text: `text ${seq}`,
  ...more,
  created_at: at,
});
const visitor = { kind: "visitor", id: 3, name: "Tom" } as const;
const operator = { kind: "operator", id: 1, name: "Ines" } as const;
const agent = { kind: "operator", id: null, name: "Assistant" } as const;
const system = { kind: "system", id: null, name: "" } as const;

it("[API-021] [AGENT-050] the note of an agent does not become the last message and is not unread", () => {
  const chat = createTestChat(1, { state: "waiting", seq: 0 });
  let snapshot = mergeChats({ ...emptySnapshot, epoch: "e", position: 5 }, [chat], 5);
  for (const message of [
    createMessage(1, visitor),
    createMessage(2, agent, { kind: "note" }),
    createMessage(3, system, { line: { code: "offered" } }),
  ])
    snapshot = applyFrame(snapshot, {
      type: "event",
      position: 5 + message.seq,
      at,
      name: "message_created",
      chat_id: 1,
      data: { message },
    });
  expect(snapshot.chats.get(1)?.chat).toMatchObject({
    seq: 3,
    unread: 1,
    last_message: { seq: 1 },
  });
});

it("[API-021] the pattern for stored messages finds the same background messages", () => {
  const pattern = new RegExp(backgroundMessagePattern);
  const findings = [
    createMessage(1, visitor),
    createMessage(2, operator),
    createMessage(3, operator, { kind: "note" }),
    createMessage(4, agent, { kind: "note" }),
    createMessage(5, system, { line: { code: "offered" } }),
    createMessage(6, system, { line: { code: "accepted" } }),
    createMessage(7, operator, { text: '"author":{"kind":"operator","id":null,' }),
    createMessage(8, agent),
    createMessage(9, { ...agent, name: 'An "agent" \\' }, { kind: "note" }),
  ].map((message) => [isBackgroundMessage(message), pattern.test(JSON.stringify(message))]);
  expect(findings.map(([found]) => found)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
    false,
    false,
    true,
  ]);
  expect(findings.every(([found, matched]) => found === matched)).toBe(true);
});

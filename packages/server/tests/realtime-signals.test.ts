import { afterAll, beforeAll, expect, test } from "vitest";
import type { OperatorTypingSignal } from "../src/realtime/index.ts";
import {
  openRealtimeFixture,
  type RealtimeFixture,
  type RealtimeOperator,
} from "./realtime-fixture.ts";

let fixture: RealtimeFixture;
let owner: RealtimeOperator;
let ann: RealtimeOperator;
let channel: number;
let hiddenChannel: number;
beforeAll(async () => {
  fixture = await openRealtimeFixture();
  owner = await fixture.createAccount("Acme");
  ann = await fixture.addOperator(owner.account, "operator");
  channel = await fixture.addChannel(owner.account, [ann.id]);
  hiddenChannel = await fixture.addChannel(owner.account, []);
  fixture.chats.set(1, { channelId: channel, assignee: null, participants: [] });
  fixture.chats.set(2, { channelId: hiddenChannel, assignee: null, participants: [] });
  fixture.chats.set(3, {
    channelId: hiddenChannel,
    assignee: null,
    participants: [{ id: ann.id, name: "Ann" }],
  });
});
afterAll(() => fixture.close());
const visitor = { kind: "visitor" as const, id: 7, name: "Vic" };

test("[API-104] [CORE-047] [API-369] a visitor's typing goes to those who see the chat, ends after 15 s unless renewed, previews skip developers", async () => {
  const developer = await fixture.addOperator(owner.account, "developer");
  const [client, masked] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: developer.key }),
  ]);
  const signal = {
    account: owner.account,
    chatId: 1,
    channelId: channel,
    author: visitor,
    typing: true,
    preview: "I want",
  };
  fixture.realtime.publishTyping(signal);
  await fixture.clock.advance(10_000);
  fixture.realtime.publishTyping(signal);
  await fixture.clock.advance(14_000);
  await Promise.all([client.settle(), masked.settle()]);
  expect(client.framesOfType("typing")).toEqual(
    [0, 1].map(() => ({
      type: "typing",
      chat_id: 1,
      author: visitor,
      typing: true,
      preview: "I want",
    })),
  );
  expect(masked.framesOfType("typing")).toEqual(
    [0, 1].map(() => ({ type: "typing", chat_id: 1, author: visitor, typing: true })),
  );
  await fixture.clock.advance(2_000);
  await client.settle();
  expect(client.framesOfType("typing").at(-1)).toEqual({
    type: "typing",
    chat_id: 1,
    author: visitor,
    typing: false,
  });
});

test("[CORE-047] typing in a chat out of sight reaches only its participants", async () => {
  const [client, full] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  fixture.realtime.publishTyping({
    account: owner.account,
    chatId: 2,
    channelId: hiddenChannel,
    author: visitor,
    typing: true,
  });
  fixture.realtime.publishTyping({
    account: owner.account,
    chatId: 3,
    channelId: hiddenChannel,
    author: visitor,
    typing: true,
  });
  await client.next((frame) => frame["type"] === "typing");
  await Promise.all([client.settle(), full.settle()]);
  expect(client.framesOfType("typing").map((frame) => frame["chat_id"])).toEqual([3]);
  expect(full.framesOfType("typing").map((frame) => frame["chat_id"])).toEqual([2, 3]);
  await fixture.clock.advance(16_000);
});

test("[API-106] [API-369] an operator's typing goes to colleagues and the channel, not back to him; for a chat out of sight it is ignored", async () => {
  const heard: OperatorTypingSignal[] = [];
  const stop = fixture.realtime.onOperatorTyping((signal) => heard.push(signal));
  const [client, colleague] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  client.send({ type: "typing", chat_id: 2, typing: true });
  client.send({ type: "typing", chat_id: 99, typing: true });
  client.send({ type: "typing", chat_id: 1, typing: true });
  const frame = await colleague.next((one) => one["type"] === "typing");
  expect(frame).toMatchObject({
    chat_id: 1,
    author: { kind: "operator", id: ann.id },
    typing: true,
  });
  client.send({ type: "typing", chat_id: 1, typing: false });
  await colleague.next((one) => one["typing"] === false);
  expect(client.framesOfType("typing")).toEqual([]);
  expect(heard).toEqual(
    [true, false].map((typing) => ({
      account: owner.account,
      chatId: 1,
      operatorId: ann.id,
      typing,
      isRemote: false,
    })),
  );
  stop();
});

test("[API-104] a visitor and an operator of the same number type in one chat: each ends by a signal of its own", async () => {
  const [client, colleague] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  client.send({ type: "typing", chat_id: 1, typing: true });
  await colleague.next((one) => one["type"] === "typing");
  const author = { kind: "visitor" as const, id: ann.id, name: "Vic" };
  fixture.realtime.publishTyping({
    account: owner.account,
    chatId: 1,
    channelId: channel,
    author,
    typing: true,
  });
  await fixture.clock.advance(16_000);
  await colleague.settle();
  const stoppedTyping = colleague.framesOfType("typing").filter((one) => one["typing"] === false);
  expect(stoppedTyping).toMatchObject([{ author: { kind: "operator", id: ann.id } }, { author }]);
});

test("[CORE-047] viewing goes to colleagues and ends after 15 s", async () => {
  const [client, colleague] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  client.send({ type: "viewing", chat_id: 1, viewing: true });
  expect(await colleague.next((one) => one["type"] === "viewing")).toEqual({
    type: "viewing",
    chat_id: 1,
    operator_id: ann.id,
    viewing: true,
  });
  await fixture.clock.advance(16_000);
  expect(await colleague.next((one) => one["viewing"] === false)).toMatchObject({
    chat_id: 1,
    operator_id: ann.id,
  });
});

test("[API-106] read marks are handed on for visible chats; a viewer neither marks nor types", async () => {
  const viewer = await fixture.addOperator(owner.account, "viewer");
  const [client, passive] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: viewer.key }),
  ]);
  passive.send({ type: "read", chat_id: 1, seq: 3 });
  passive.send({ type: "typing", chat_id: 1, typing: true });
  await passive.settle();
  client.send({ type: "read", chat_id: 2, seq: 5 });
  client.send({ type: "read", chat_id: 1, seq: 4 });
  await client.settle();
  expect(fixture.readMarks).toEqual([{ operatorId: ann.id, chatId: 1, seq: 4 }]);
  expect(passive.isClosed).toBe(false);
  expect(client.framesOfType("typing")).toEqual([]);
});

test("[API-106] any other frame closes with 4003", async () => {
  for (const frame of [
    '{"type":"say","chat_id":1}',
    '{"type":"hello","after":null}',
    '{"type":"typing","chat_id":"1","typing":true}',
    '{"type":"read","chat_id":1,"seq":-1}',
    "[]",
    "null",
    '{"type":"typing","chat_id":1,"typing":true,"typing":false}',
  ]) {
    const client = await fixture.connect({ key: ann.key });
    client.send(frame);
    expect(await client.closed, frame).toMatchObject({ code: 4003 });
  }
});

test("[API-045] a kept draft goes to every socket of its operator, and to nobody else", async () => {
  const [computer, phone, colleague] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  const draft = {
    chat_id: 1,
    mode: "text" as const,
    text: "Half a sen",
    version: 3,
    updated_at: "2026-11-20T10:00:00.000Z",
  };
  fixture.realtime.publishDraft({ account: owner.account, operatorId: ann.id, draft });
  expect(await phone.next((frame) => frame["type"] === "draft")).toEqual({ type: "draft", draft });
  await Promise.all([computer.settle(), colleague.settle()]);
  expect([computer.framesOfType("draft"), colleague.framesOfType("draft")]).toEqual([
    [{ type: "draft", draft }],
    [],
  ]);
});

test("[API-029] a moved read mark goes to every socket of its operator, and to nobody else", async () => {
  const [computer, phone, colleague] = await Promise.all([
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: ann.key }),
    fixture.connect({ key: owner.key }),
  ]);
  fixture.realtime.publishReadMark({
    account: owner.account,
    operatorId: ann.id,
    chatId: 1,
    seq: 7,
  });
  expect(await phone.next((frame) => frame["type"] === "read")).toEqual({
    type: "read",
    chat_id: 1,
    seq: 7,
  });
  await Promise.all([computer.settle(), colleague.settle()]);
  expect([computer.framesOfType("read").length, colleague.framesOfType("read").length]).toEqual([
    1, 0,
  ]);
});

test("[API-525] a chat is reserved for the first who types, until they clear the field, write nothing for a minute, or anybody answers", async () => {
  await fixture.connect({ cookie: await fixture.signIn(ann) });
  const type = (by: RealtimeOperator, typing: boolean, reason?: "paused" | "sent"): void =>
    fixture.realtime.publishTyping({
      account: owner.account,
      chatId: 1,
      channelId: channel,
      author: { kind: "operator", id: by.id, name: "O" },
      typing,
      reason,
    });
  const writer = () => fixture.realtime.findWriter(owner.account, 1);
  type(ann, true);
  await fixture.clock.advance(1_000);
  type(owner, true);
  expect(writer()).toEqual({ id: ann.id, name: "O", remainingMs: 59_000 });
  type(owner, false);
  type(ann, false, "paused");
  await fixture.clock.advance(58_000);
  expect(writer()?.id).toBe(ann.id);
  await fixture.clock.advance(1_000);
  expect(writer()).toBeNull();
  type(ann, true);
  type(ann, false, "paused");
  type(ann, false);
  expect(writer()).toBeNull();
  type(ann, true);
  type(owner, false, "sent");
  expect(writer()).toBeNull();
});

import type { Message } from "@parlour/protocol";
import { expect, test } from "vitest";
import { createMentions } from "./mentions.ts";
import { createLiveStore } from "../store.ts";

const note = (seq: number, mentions: number[], author = 2): Message =>
  ({ chat_id: 7, seq, mentions, author: { kind: "operator", id: author, name: "" } }) as Message;

test("[API-046] notes that name me are known until they were read; an older list brings none back", async () => {
  const store = createLiveStore();
  const list = [
    { chat_id: 7, seq: 3, at: "" },
    { chat_id: 8, seq: 1, at: "" },
  ];
  const loadMentions = () => Promise.resolve(list);
  const mentions = createMentions({ loadMentions, store, me: 1 });
  const emitted: number[] = [];
  mentions.onMention((message) => emitted.push(message.seq));
  mentions.handleMessage(note(5, [1, 3]));
  mentions.handleMessage(note(6, [3]));
  mentions.handleMessage(note(9, [1], 1));
  await mentions.load();
  expect([emitted, [...store.get().mentions]]).toEqual([
    [5],
    [
      [7, [5, 3]],
      [8, [1]],
    ],
  ]);
  mentions.markRead(7, 4);
  expect(store.get().mentions.get(7)).toEqual([5]);
  mentions.markRead(7, 5);
  await mentions.load();
  expect([...store.get().mentions]).toEqual([[8, [1]]]);
});

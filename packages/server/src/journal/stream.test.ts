import { expect, it } from "vitest";
import type { JournalEntry } from "./entry.ts";
import { Streams } from "./stream.ts";

const entry = (position: number): JournalEntry => ({
  account: 1,
  position,
  at: 0,
  name: "message_created",
  channelId: 1,
  chatId: 1,
  visitorId: 1,
  seq: position,
  frame: `{"position":${position}}`,
});
const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

function bed(): { readonly streams: Streams; readonly heard: number[]; readonly read: () => Promise<void> } {
  const streams = new Streams({
    clock: { now: () => 0, monotonic: () => 0, alarm: () => () => undefined },
    readRows: (_account, after, upTo) => Promise.resolve(range(after + 1, upTo).map(entry)),
    onFetched: () => undefined,
    onRewind: () => {
      throw new Error("nothing went back");
    },
    onFault: (error) => {
      throw error;
    },
  });
  const heard: number[] = [];
  streams.subscribe((_account, entries) => heard.push(...entries.map((one) => one.position)));
  return { streams, heard, read: () => new Promise((resolve) => void setImmediate(resolve)) };
}

it("[CORE-045] [CORE-031] what this node committed is told, although somebody asked for the head before it was", () => {
  const { streams, heard } = bed();
  streams.begin(1, 18);
  streams.own(1, 0, range(1, 18).map(entry));
  streams.own(1, 18, [entry(19)]);
  expect(heard).toEqual(range(1, 19));
});

it("[CORE-132] what this node committed is told, although another node's notice of later entries came first", async () => {
  const { streams, heard, read } = bed();
  streams.begin(1, 20);
  streams.look(1, 36);
  streams.own(1, 0, range(1, 18).map(entry));
  await read();
  expect(heard.toSorted((a, b) => a - b)).toEqual([...range(1, 18), ...range(21, 36)]);
});

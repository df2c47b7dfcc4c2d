import { createSeededRandom } from "@parlour/testkit";
import { expect, test } from "vitest";
import { parseEventStream, type StreamBlock } from "../src/events/event-stream.ts";

/** Server-sent events in pieces of any size. */
async function parsePieces(bytes: Uint8Array, pickSize: () => number): Promise<StreamBlock[]> {
  let offset = 0;
  const read = async () => {
    if (offset >= bytes.length) return { done: true };
    const value = bytes.slice(offset, offset + pickSize());
    offset += value.length;
    return { done: false, value };
  };
  const blocks: StreamBlock[] = [];
  for await (const block of parseEventStream(read)) blocks.push(block);
  return blocks;
}

const text = [
  "retry: 1500\nid: e:4\n\n",
  'id: e:5\nevent: message_created\ndata: {"text":"Нади́я 🙂: a: b"}\n\n',
  ": still here\nid: e:9\n\n",
  "id: e:10\r\nevent: reset\r\ndata: 1\r\ndata: 2\r\n\r\n",
  "id: e:11\nevent: message_created\ndata: {}\n",
].join("");
const none = { id: null, event: null, data: null, retryMs: null };
const expected = [
  { ...none, id: "e:4", retryMs: 1_500 },
  { ...none, id: "e:5", event: "message_created", data: '{"text":"Нади́я 🙂: a: b"}' },
  { ...none, id: "e:9" },
  { ...none, id: "e:10", event: "reset", data: "1\n2" },
];

test("[API-390] blocks are the same in pieces of any size, and a block without its empty line is none", async () => {
  const bytes = new TextEncoder().encode(text);
  expect(await parsePieces(bytes, () => bytes.length)).toEqual(expected);
  expect(await parsePieces(bytes, () => 1)).toEqual(expected);
  const random = createSeededRandom(1);
  for (let round = 0; round < 200; round += 1)
    expect(await parsePieces(bytes, () => 1 + Math.floor(random() * 40))).toEqual(expected);
});

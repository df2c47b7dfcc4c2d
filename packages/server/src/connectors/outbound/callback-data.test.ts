import { expect, test } from "vitest";
import { buildCallbackData, parseCallbackData } from "./callback-data.ts";

const key = Buffer.alloc(32, 1);
const data = { chatId: 12, messageId: Number.MAX_SAFE_INTEGER, seq: 2_147_483_647, part: 1 };

test("[WA-040] callback data names the message, and only ours counts", () => {
  const text = buildCallbackData(data, key);
  expect(parseCallbackData(text, key)).toEqual(data);
  for (const other of [
    "",
    "order-7",
    text.replace("9007199254740991", "9007199254740990"),
    `${text}x`,
    text.slice(0, -1),
    buildCallbackData(data, Buffer.alloc(32, 2)),
  ])
    expect(parseCallbackData(other, key), other).toBeNull();
});

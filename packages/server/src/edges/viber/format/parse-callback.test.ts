import { expect, test } from "vitest";
import { parseStrictJson } from "../../../http/body/json.ts";
import { parseCallback } from "./parse-callback.ts";

const sender = { id: "01234567890A=", name: "John McClane", avatar: "https://a.example/j.jpg" };
const parse = (message: object) =>
  parseCallback({
    event: "message",
    timestamp: 1_457_764_197_627,
    message_token: 7,
    sender,
    message,
  });
const content = (message: object) => {
  const parsed = parse(message);
  return parsed.kind === "message" ? parsed.message : null;
};

test("[VB-010] a message has its token with all digits, its sender and its tracking data", () => {
  const json = `{"event":"message","timestamp":1457764197627,"message_token":4912661846655238145,
    "sender":${JSON.stringify(sender)},
    "message":{"type":"text","text":"a message to the service","tracking_data":"data"}}`;
  expect(parseCallback(parseStrictJson(Buffer.from(json)))).toEqual({
    kind: "message",
    message: {
      token: "4912661846655238145",
      user: { customer: sender.id, name: sender.name, photo: sender.avatar },
      writtenAt: 1_457_764_197_627,
      trackingData: "data",
      text: "a message to the service",
      media: undefined,
      file: null,
    },
  });
});

test.each([
  [
    { type: "picture", media: "https://m.example/p.jpg", text: "look", file_name: "shoe.jpg" },
    { text: "look", file: { address: "https://m.example/p.jpg", name: "shoe.jpg" } },
  ],
  [
    { type: "video", media: "https://m.example/v", duration: 10 },
    { text: "", file: { name: "video.mp4", duration: 10 } },
  ],
  [
    { type: "file", media: "https://m.example/f", file_name: "a.pdf" },
    { file: { name: "a.pdf", duration: undefined } },
  ],
  [
    { type: "sticker", sticker_id: 46105 },
    { text: "[Sticker]", file: null },
  ],
  [
    { type: "sticker", sticker_id: 1, media: "https://m.example/s.png" },
    { file: { name: "sticker.png" } },
  ],
  [
    { type: "location", location: { lat: 50.76891, lon: 6.11499 } },
    { text: "", media: { type: "location", latitude: 50.76891, longitude: 6.11499 } },
  ],
  [
    { type: "contact", contact: { name: "Alex", phone_number: "+12125551234" } },
    { text: "Alex\n+12125551234" },
  ],
  [{ type: "url", media: "https://shop.example/7" }, { text: "https://shop.example/7" }],
  [
    { type: "url", media: "https://shop.example/7", text: "https://shop.example/7" },
    { text: "https://shop.example/7" },
  ],
  [{ type: "picture", media: "file:///etc/passwd" }, { file: null }],
  [
    { type: "location", location: { lat: parseStrictJson(Buffer.from("50.10")), lon: "6.10" } },
    { text: "", media: { type: "location", latitude: 50.1, longitude: 6.1 } },
  ],
  [{ type: "location", location: { lat: 91, lon: 0 } }, { media: undefined }],
  [{ type: "location", location: { lat: { valueOf: 1, toString: 1 } } }, { media: undefined }],
  [{ type: "dance" }, { text: "[Sent something that Parlour does not show]" }],
  [{}, { text: "[Sent something that Parlour does not show]" }],
])("[VB-020] content %j", (message, expected) => {
  expect(content(message)).toMatchObject(expected);
});

test("[VB-011] receipts, openings and other events", () => {
  const receipt = { message_token: "12", user_id: sender.id, timestamp: 5 };
  expect(parseCallback({ event: "delivered", ...receipt })).toEqual({
    kind: "receipt",
    state: "received",
    receipt: { customer: sender.id, token: "12", at: 5 },
  });
  expect(parseCallback({ event: "seen", ...receipt })).toMatchObject({ state: "seen" });
  expect(parseCallback({ event: "failed", ...receipt, desc: "no" })).toMatchObject({
    kind: "failed",
    reason: "no",
  });
  expect(
    parseCallback({
      event: "conversation_started",
      user: sender,
      context: "ad",
      subscribed: false,
    }),
  ).toMatchObject({ kind: "opened", context: "ad", isSubscribed: false });
  for (const event of ["webhook", "subscribed", "unsubscribed", "client_status", "action"])
    expect(parseCallback({ event }), event).toMatchObject({ kind: "ignored" });
});

test.each([
  null,
  [],
  {},
  { event: "message" },
  { event: "message", message_token: 1.5, sender, message: { type: "text", text: "x" } },
  { event: "message", message_token: 1, sender: { id: "a b" } },
  { event: "seen", message_token: 1, user_id: 7 },
  { event: "conversation_started", user: {} },
])("[VB-011] %j has no effect", (callback) => {
  expect(parseCallback(callback)).toMatchObject({ kind: "ignored" });
});

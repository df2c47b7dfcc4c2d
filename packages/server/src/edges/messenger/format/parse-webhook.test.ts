import { describe, expect, test } from "vitest";
import { instagram, messenger } from "../products.ts";
import { parseWebhook, type WebhookContent } from "./parse-webhook.ts";

const customer = { id: "771" };
const account = { id: "110" };
const at = 1_764_500_000_000;

function parse(event: object, product = messenger): WebhookContent {
  const body = {
    object: product.object,
    entry: [
      {
        id: account.id,
        messaging: [{ sender: customer, recipient: account, timestamp: at, ...event }],
      },
    ],
  };
  const content = parseWebhook(body, { product, accountId: account.id, appId: "5" });
  if (content === null) throw new Error("no content");
  return content;
}
const parseMessage = (message: object, product = messenger) =>
  parse({ message: { mid: "m_1", ...message } }, product).messages;
const attach = (type: string, payload?: object, more: object = {}) =>
  parseMessage({ attachments: [{ type, payload, ...more }] });

describe("messages", () => {
  test("[ME-011] a text has its customer, id and time", () => {
    expect(parseMessage({ text: "Hello" })).toEqual([
      { mid: "m_1", customer: "771", at, text: "Hello" },
    ]);
  });
  test("[ME-011] files are downloaded, with the name in their address", () => {
    const url = "https://cdn.fbsbx.com/v/t59/bill%20no%207.pdf?_nc_cat=1";
    expect(attach("file", { url })).toMatchObject([
      { text: "", file: { url, name: "bill no 7.pdf", voice: false } },
    ]);
    const long = `${url}&oh=${"0".repeat(600)}`;
    expect(attach("image", { url: long })).toMatchObject([{ file: { url: long } }]);
    for (const [type, name] of [
      ["image", "image.jpg"],
      ["video", "video.mp4"],
      ["audio", "audio.mp4"],
      ["sticker", "sticker.png"],
    ] as const)
      expect(
        attach(type, { url: "https://lookaside.fbsbx.com/ig_messaging_cdn/?asset_id=1" }),
      ).toMatchObject([{ file: { name, voice: type === "audio" } }]);
  });
  test("[ME-011] further files are further messages, and a sticker is one although it is sent twice", () => {
    const image = (n: number) => ({
      type: "image",
      payload: { url: `https://x.example/${n}.png` },
    });
    expect(parseMessage({ text: "Two", attachments: [image(1), image(2)] })).toMatchObject([
      { mid: "m_1", text: "Two", file: { name: "1.png" } },
      { mid: "m_1#2", text: "", file: { name: "2.png" } },
    ]);
    const payload = { url: "https://x.example/s.png", sticker_id: 3 };
    expect(
      parseMessage({
        attachments: [
          { type: "image", payload },
          { type: "sticker", payload },
        ],
      }),
    ).toMatchObject([{ file: { name: "s.png" } }]);
  });
  test.each([
    [
      "fallback",
      { url: "https://shop.example/7", title: "Shoes" },
      "Shoes\nhttps://shop.example/7",
    ],
    ["story_mention", { url: "https://x.example/s" }, "[story mention]\nhttps://x.example/s"],
    [
      "ig_reel",
      { url: "https://x.example/r", title: "Reel" },
      "[ig reel]\nReel\nhttps://x.example/r",
    ],
    ["image", { url: "javascript:alert(1)" }, "[image]\njavascript:alert(1)"],
    ["location", {}, "[location]"],
    ["fallback", undefined, "[Message that Meta does not pass on]"],
  ])("[ME-012] %s with %j is a text", (type, payload, text) => {
    expect(attach(type, payload)).toMatchObject([{ text }]);
  });
  test("[ME-011] a place, a reply to a story and a link in the text", () => {
    expect(attach("location", { coordinates: { lat: 52.5, long: 13.4 } })).toMatchObject([
      { media: { type: "location", latitude: 52.5, longitude: 13.4 } },
    ]);
    const story = { id: "1", url: "https://x.example/story" };
    expect(parseMessage({ text: "Nice", reply_to: { story } }, instagram)).toMatchObject([
      { text: "[Reply to a story] https://x.example/story\nNice" },
    ]);
    const link = { type: "fallback", payload: { url: "https://a.example/", title: "A" } };
    expect(parseMessage({ text: "see https://a.example/", attachments: [link] })).toMatchObject([
      { text: "see https://a.example/\nA" },
    ]);
  });
  test("[ME-016] [ME-022] replies, products, quick replies and advertisements", () => {
    expect(
      parseMessage({
        text: "Red",
        quick_reply: { payload: "p#1" },
        reply_to: { mid: "m_0" },
        referral: { source: "ADS", ad_id: "9", ads_context_data: { ad_title: "Sale" } },
      }),
    ).toMatchObject([
      {
        payload: "p#1",
        refersTo: { kind: "message", externalId: "m_0" },
        origin: { referral: "Sale" },
      },
    ]);
    expect(parseMessage({ text: "?", referral: { product: { id: "SKU-7" } } })).toMatchObject([
      { refersTo: { kind: "product", product: { id: "SKU-7" } } },
    ]);
  });
  test("[ME-016] [ME-017] reactions, edits, deletions and presses of menus", () => {
    const react = (reaction: object) => parse({ reaction: { mid: "m_0", ...reaction } }).messages;
    expect(react({ action: "react", reaction: "love" })).toMatchObject([
      { mid: `reaction:m_0:771:${at}`, text: "❤️", refersTo: { kind: "reaction", emoji: "❤️" } },
    ]);
    expect(react({ action: "unreact" })).toMatchObject([{ refersTo: { emoji: "" } }]);
    expect(parse({ message_edit: { mid: "m_0", text: "New", num_edit: 2 } }).messages).toEqual([
      { mid: "m_0", customer: "771", at, text: "New", change: "edited" },
    ]);
    expect(parseMessage({ is_deleted: true })).toMatchObject([{ change: "deleted" }]);
    expect(parse({ postback: { title: "Get started", payload: "START" } }).messages).toMatchObject([
      { mid: `postback:771:${at}`, text: "Get started", payload: "START" },
    ]);
  });
});

describe("states", () => {
  test("[ME-040] a watermark or ids say what was received and seen", () => {
    expect(parse({ read: { watermark: 7 } }).states).toMatchObject([
      { state: "seen", mids: [], until: 7, at },
    ]);
    expect(parse({ delivery: { mids: ["a", "b"], watermark: 7 } }).states).toMatchObject([
      { state: "received", mids: ["a", "b"] },
    ]);
    expect(parse({ read: { mid: "a" } }, instagram).states).toMatchObject([{ mids: ["a"] }]);
  });
  test("[ME-019] [ME-041] an echo has our metadata, and those of other programs have no effect", () => {
    const echo = (message: object) =>
      parse({
        sender: account,
        recipient: customer,
        message: { is_echo: true, mid: "e", ...message },
      });
    expect(echo({ app_id: 5, metadata: "x" }).states).toEqual([
      { kind: "echo", customer: "771", mid: "e", metadata: "x" },
    ]);
    expect(echo({ app_id: 6 })).toMatchObject({
      states: [],
      ignored: ["The app 6 wrote to a customer outside Parlour."],
    });
    expect(echo({}).ignored).toEqual(["A person wrote to a customer outside Parlour."]);
  });
});

test.each([
  [{ optin: { ref: "x" } }, "An event has no effect."],
  [{ sender: { id: "../me" }, message: { mid: "a", text: "b" } }, "An event has no customer"],
  [{ sender: account, message: { mid: "a", text: "b" } }, "An event has no customer"],
  [{ message: { text: "without id" } }, "An event has no effect."],
])("[ME-010] %j has no effect", (event, sentence) => {
  const { messages, states, ignored } = parse(event);
  expect([messages, states]).toEqual([[], []]);
  expect(ignored[0]).toContain(sentence);
});

test("[ME-010] other objects are refused, and other accounts and handovers have no effect", () => {
  const owner = { product: messenger, accountId: "110", appId: "5" };
  for (const body of [null, "x", [], { object: "instagram" }, { object: "user" }])
    expect(parseWebhook(body, owner)).toBeNull();
  const entry = [
    { id: "1", messaging: [{}] },
    { id: "110", standby: [{}], changes: [{ field: "feed" }] },
    { id: "110", messaging: [null, 7, "x", {}] },
  ];
  expect(parseWebhook({ object: "page", entry }, owner)?.ignored).toEqual([
    "A part is about the account of another channel.",
    "Another app has this conversation.",
    "The field feed has no effect.",
    "An event has no customer, so it cannot be stored.",
  ]);
});

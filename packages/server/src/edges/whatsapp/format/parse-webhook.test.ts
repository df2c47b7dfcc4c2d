import { describe, expect, test } from "vitest";
import { parseWebhook, type WebhookContent } from "./parse-webhook.ts";

const number = "106540352242922";
const anna = { profile: { name: "Anna" }, wa_id: "4915112345678", user_id: "DE.1001" };

/** Parses a webhook with these values of the field `messages`. */
function parseValues(...values: object[]): WebhookContent {
  const parsed = parseWebhook(
    {
      object: "whatsapp_business_account",
      entry: values.map((value) => ({
        id: "1",
        changes: [
          {
            field: "messages",
            value: {
              messaging_product: "whatsapp",
              metadata: { phone_number_id: number },
              ...value,
            },
          },
        ],
      })),
    },
    number,
  );
  if (parsed === null) throw new Error("not a webhook");
  return parsed;
}
/** Parses one message of Anna. */
function parseOne(message: object) {
  const { messages, ignored } = parseValues({
    contacts: [anna],
    messages: [
      {
        from: anna.wa_id,
        from_user_id: anna.user_id,
        id: "wamid.1",
        timestamp: "1749416383",
        ...message,
      },
    ],
  });
  return { message: messages[0], ignored };
}

describe("senders", () => {
  test("[WA-015] the user id identifies the customer, the phone number is a contact", () => {
    expect(parseOne({ type: "text", text: { body: "Hi" } }).message).toMatchObject({
      wamid: "wamid.1",
      customer: "DE.1001",
      phone: "+4915112345678",
      name: "Anna",
      at: 1_749_416_383_000,
      text: "Hi",
    });
  });
  test("[WA-015] a customer who hides the number has a user name, one without user id a number", () => {
    const [hidden, old] = parseValues({
      contacts: [
        { profile: { name: "", username: "@sam" }, user_id: "US.2" },
        { profile: { name: "Old" }, wa_id: "15550000001" },
      ],
      messages: [
        { from_user_id: "US.2", id: "wamid.1", type: "text", text: { body: "a" } },
        { from: "15550000001", id: "wamid.2", type: "text", text: { body: "b" } },
      ],
    }).messages;
    expect(hidden).toMatchObject({ customer: "US.2", phone: "", name: "@sam", at: null });
    expect(old).toMatchObject({ customer: "15550000001", phone: "+15550000001", name: "Old" });
  });
  test("[WA-015] each message has the name of its own sender", () => {
    const { messages } = parseValues({
      contacts: [anna, { profile: { name: "Ben" }, wa_id: "15550000002", user_id: "US.3" }],
      messages: [
        {
          from: "15550000002",
          from_user_id: "US.3",
          id: "wamid.1",
          type: "text",
          text: { body: "x" },
        },
        { from: anna.wa_id, id: "wamid.2", type: "text", text: { body: "y" } },
      ],
    });
    expect(messages.map(({ name, customer }) => [name, customer])).toEqual([
      ["Ben", "US.3"],
      ["Anna", "DE.1001"],
    ]);
  });
  test.each(["", "abc", "0123456", "US.", "us.1", "US.1 2", `US.${"1".repeat(129)}`])(
    "[WA-015] a message of the sender %j is not stored",
    (sender) => {
      const { messages, ignored } = parseValues({
        messages: [
          { from: sender, from_user_id: sender, id: "wamid.1", type: "text", text: { body: "x" } },
        ],
      });
      expect(messages).toEqual([]);
      expect(ignored).toHaveLength(1);
    },
  );
  test("[WA-015] a name has no control or direction characters", () => {
    const { messages } = parseValues({
      contacts: [{ ...anna, profile: { name: "<b>Anna</b>\u202e\u0000\n" } }],
      messages: [{ from: anna.wa_id, id: "wamid.1", type: "text", text: { body: "x" } }],
    });
    expect(messages[0]?.name).toBe("<b>Anna</b>");
  });
});

describe("types of messages", () => {
  const cases: readonly (readonly [name: string, message: object, expected: object])[] = [
    [
      "an image with a caption",
      { type: "image", image: { id: "7", mime_type: "image/jpeg", caption: "Look" } },
      { text: "Look", file: { id: "7", name: "image.jpg", voice: false } },
    ],
    [
      "a voice message",
      { type: "audio", audio: { id: "8", mime_type: "audio/ogg; codecs=opus", voice: true } },
      { text: "", file: { id: "8", name: "audio.ogg", voice: true } },
    ],
    [
      "a document with its name",
      {
        type: "document",
        document: { id: "9", filename: "a\u202egpj.exe", mime_type: "application/pdf" },
      },
      { file: { id: "9", name: "agpj.exe", voice: false } },
    ],
    [
      "a video",
      { type: "video", video: { id: "1", mime_type: "video/mp4" } },
      { file: { name: "video.mp4" } },
    ],
    [
      "a sticker",
      { type: "sticker", sticker: { id: "1", mime_type: "image/webp" } },
      { file: { name: "sticker.webp" } },
    ],
    [
      "a place",
      {
        type: "location",
        location: { latitude: 52.5, longitude: "13.4", name: "Office", address: "Main St" },
      },
      { text: "Office\nMain St", media: { type: "location", latitude: 52.5, longitude: 13.4 } },
    ],
    [
      "contact cards",
      {
        type: "contacts",
        contacts: [
          {
            name: { formatted_name: "Eva" },
            phones: [{ phone: "+1 555" }],
            emails: [{ email: "e@a.example" }],
          },
          { name: { formatted_name: "Max" }, org: { company: "Shop" } },
        ],
      },
      { text: "Eva\n+1 555\ne@a.example\n\nMax\nShop" },
    ],
    [
      "a pressed button",
      {
        type: "interactive",
        context: { id: "wamid.ours" },
        interactive: { type: "button_reply", button_reply: { id: "yes", title: "Yes" } },
      },
      { text: "Yes", pressed: { externalId: "wamid.ours", buttonId: "yes" } },
    ],
    [
      "a chosen row",
      {
        type: "interactive",
        context: { id: "wamid.ours" },
        interactive: {
          type: "list_reply",
          list_reply: { id: "b", title: "Row", description: "d" },
        },
      },
      { text: "Row", pressed: { externalId: "wamid.ours", buttonId: "b" } },
    ],
    [
      "a form",
      {
        type: "interactive",
        interactive: { type: "nfm_reply", nfm_reply: { body: "Sent", response_json: '{"a":1}' } },
      },
      { text: 'Sent\n{"a":1}' },
    ],
    [
      "a quick reply of a template",
      { type: "button", button: { text: "Stop", payload: "p" } },
      { text: "Stop" },
    ],
    [
      "a reaction",
      { type: "reaction", reaction: { message_id: "wamid.ours", emoji: "👍" } },
      { text: "👍" },
    ],
    [
      "an order",
      {
        type: "order",
        order: {
          text: "Please",
          product_items: [
            { product_retailer_id: "sku-1", quantity: 2, item_price: 9.5, currency: "EUR" },
          ],
        },
      },
      { text: "Please\n2 × sku-1 (9.5 EUR)" },
    ],
    [
      "a forwarded message",
      { type: "text", text: { body: "x" }, context: { forwarded: true } },
      { origin: { forwarded: true } },
    ],
    [
      "a message from an advertisement",
      {
        type: "text",
        text: { body: "x" },
        referral: { headline: "Sale", source_url: "https://fb.me/1" },
      },
      { origin: { referral: "Sale · https://fb.me/1" } },
    ],
  ];
  test.each(cases)("[WA-011] %s", (_name, message, expected) => {
    expect(parseOne(message).message).toMatchObject(expected);
  });

  const unreadable: [message: object, text: string][] = [
    [
      {
        type: "unsupported",
        errors: [{ code: 131051, title: "Message type unknown" }],
        unsupported: { type: "poll_creation" },
      },
      "[Message that WhatsApp does not pass on: poll_creation (Message type unknown)]",
    ],
    [{ type: "hologram", hologram: {} }, "[Message that WhatsApp does not pass on: hologram]"],
    [{ type: "unsupported" }, "[Message that WhatsApp does not pass on]"],
    [{}, "[Message that WhatsApp does not pass on]"],
    [{ type: "__proto__" }, "[Message that WhatsApp does not pass on: __proto__]"],
    [
      { type: "constructor", constructor: {} },
      "[Message that WhatsApp does not pass on: constructor]",
    ],
    [{ type: "image", image: { id: "../7" } }, "[Message that WhatsApp does not pass on: image]"],
    [
      { type: "location", location: { latitude: 91, longitude: 0 } },
      "[Message that WhatsApp does not pass on: location]",
    ],
    [{ type: "text", text: "x" }, "[Message that WhatsApp does not pass on: text]"],
  ];
  test.each(unreadable)(
    "[WA-012] %j is shown as a message that cannot be read",
    (message, text) => {
      expect(parseOne(message).message?.text).toBe(text);
    },
  );
  test.each([
    { type: "system", system: { body: "x" } },
    { type: "request_welcome" },
    { type: "text", text: { body: "x" }, group_id: "g" },
  ])("[WA-010] %j has no effect", (message) => {
    expect(parseOne(message)).toEqual({ message: undefined, ignored: [expect.any(String)] });
  });
});

describe("webhooks", () => {
  test("[WA-010] other objects are refused; other fields and phone numbers have no effect", () => {
    expect(parseWebhook({ object: "page", entry: [] }, number)).toBeNull();
    expect(parseWebhook([], number)).toBeNull();
    const parsed = parseWebhook(
      {
        object: "whatsapp_business_account",
        entry: [
          { changes: [{ field: "account_update", value: {} }] },
          {
            changes: [
              { field: "messages", value: { metadata: { phone_number_id: "9" }, messages: [{}] } },
            ],
          },
          { changes: "x" },
          null,
        ],
      },
      number,
    );
    expect(parsed).toEqual({
      messages: [],
      customerChanges: [],
      statuses: [],
      ignored: [
        "The field account_update has no effect.",
        "A part is about a phone number of another channel.",
      ],
    });
  });
  test("[WA-040] states keep their order, time, callback data and error", () => {
    const { statuses, ignored } = parseValues(
      {
        statuses: [
          { id: "wamid.1", status: "read", timestamp: "3", biz_opaque_callback_data: "ours" },
          { id: "wamid.1", status: "delivered", timestamp: "2" },
        ],
      },
      {
        statuses: [
          {
            id: "wamid.2",
            status: "failed",
            errors: [
              { code: 131047, title: "Re-engagement message", error_data: { details: "Too late" } },
            ],
          },
          { id: "wamid.3", status: "played" },
          { id: "wamid.4", status: "vanished" },
          { id: "wamid.5", status: "read", recipient_type: "group" },
          { status: "read" },
        ],
      },
    );
    expect(statuses).toMatchObject([
      { wamid: "wamid.1", state: "read", at: 3_000, callbackData: "ours" },
      { wamid: "wamid.1", state: "delivered", at: 2_000, callbackData: "" },
      {
        wamid: "wamid.2",
        state: "failed",
        at: null,
        error: { code: "131047", message: "Too late" },
      },
      { wamid: "wamid.3", state: "read" },
    ]);
    expect(ignored).toEqual(["A status is unknown or has no message."]);
  });
});

import { describe, expect, it } from "vitest";
import { parseUpdate, readUpdateId } from "./parse-update.ts";

const botId = 777;
const nadia = { id: 501, is_bot: false, first_name: "Nadia", last_name: "Ross" };
const chat = { id: 501, type: "private" };
const parse = (content: object) => parseUpdate({ update_id: 1, ...content }, botId);
const parseMessage = (fields: object) => {
  const parsed = parse({ message: { message_id: 5, from: nadia, chat, date: 1, ...fields } });
  if (parsed.kind !== "message") throw new Error(JSON.stringify(parsed));
  return parsed.message;
};

describe("messages", () => {
  it("[TG-010] [TG-020] a text is plain, with the addresses that its links hide", () => {
    expect(
      parseMessage({
        text: "Look at our 👟 shoes and this page",
        entities: [
          { type: "bold", offset: 0, length: 4 },
          { type: "text_link", offset: 15, length: 5, url: "https://shop.example/shoes" },
          { type: "text_link", offset: 30, length: 4, url: "https://shop.example" },
          { type: "text_link", offset: 30, length: 400, url: "https://outside.example" },
        ],
      }),
    ).toEqual({
      customer: "501",
      externalId: "501:5",
      name: "Nadia Ross",
      editedAt: null,
      text: "Look at our 👟 shoes (https://shop.example/shoes) and this page (https://shop.example)",
      file: null,
      media: undefined,
      origin: undefined,
      phone: undefined,
      refersTo: undefined,
    });
  });

  it("[TG-021] of a photo, the largest size counts, and its caption is the text", () => {
    const { text, file } = parseMessage({
      caption: "this one",
      photo: [
        { file_id: "small", width: 90, height: 60, file_size: 900 },
        { file_id: "large", width: 1280, height: 853, file_size: 90_000 },
        { file_id: "medium", width: 320, height: 213, file_size: 9_000 },
      ],
    });
    expect({ text, file }).toEqual({
      text: "this one",
      file: { fileId: "large", name: "photo.jpg", size: 90_000, isVoice: false, duration: null },
    });
  });

  it.each([
    ["document", { file_id: "f", file_name: "a.pdf", file_size: 4 }, "a.pdf"],
    ["video", { file_id: "f", file_size: 4 }, "video.mp4"],
    ["audio", { file_id: "f", file_name: "song.mp3", file_size: 4 }, "song.mp3"],
    ["video_note", { file_id: "f", file_size: 4 }, "video.mp4"],
    ["sticker", { file_id: "f", file_size: 4, emoji: "👍" }, "sticker.webp"],
  ])("[TG-021] a %s is a file with a name", (field, file, name) => {
    expect(parseMessage({ [field]: file }).file).toEqual({
      fileId: "f",
      name,
      size: 4,
      isVoice: false,
      duration: null,
    });
  });

  it("[TG-021] a recording has its length, and an animation counts once", () => {
    expect(parseMessage({ voice: { file_id: "v", duration: 7 } }).file).toMatchObject({
      name: "voice.ogg",
      isVoice: true,
      duration: 7,
    });
    expect(
      parseMessage({ animation: { file_id: "gif" }, document: { file_id: "gif" } }).file,
    ).toMatchObject({ fileId: "gif", name: "animation.mp4" });
  });

  it("[TG-021] an animated sticker is its thumbnail, or else its emoji", () => {
    const sticker = { file_id: "tgs", is_animated: true, emoji: "👍" };
    expect(parseMessage({ sticker })).toMatchObject({ text: "👍", file: null });
    const shown = { ...sticker, thumbnail: { file_id: "webp", file_size: 3 } };
    expect(parseMessage({ sticker: shown })).toMatchObject({ text: "", file: { fileId: "webp" } });
  });

  it("[TG-022] locations, venues, contacts, polls and dice are shown", () => {
    const place = { latitude: 52.5, longitude: 13.4 };
    expect(parseMessage({ location: place })).toMatchObject({
      text: "",
      media: { type: "location", ...place },
    });
    expect(
      parseMessage({ location: place, venue: { title: "Shop", address: "Main street 1" } }),
    ).toMatchObject({ text: "Shop\nMain street 1", media: place });
    expect(
      parseMessage({
        contact: { phone_number: "+4930111", first_name: "Ben", last_name: "Ode", user_id: 9 },
      }),
    ).toMatchObject({ text: "Ben Ode\n+4930111", phone: undefined });
    expect(
      parseMessage({ poll: { question: "Size?", options: [{ text: "42" }, { text: "43" }] } }).text,
    ).toBe("Size?\n- 42\n- 43");
    expect(parseMessage({ dice: { emoji: "🎲", value: 6 } }).text).toBe("🎲 6");
  });

  it("[TG-022] the own contact of a customer is their phone number", () => {
    const contact = { phone_number: "+4930111222", first_name: "Nadia", user_id: 501 };
    expect(parseMessage({ contact }).phone).toBe("+4930111222");
  });

  it.each([
    [
      "a reply",
      { reply_to_message: { message_id: 3, from: nadia, text: "Size 42?\nOr 43?" } },
      { kind: "message", externalId: "501:3", text: "Size 42?\nOr 43?", author: "Nadia Ross" },
    ],
    [
      "a reply to a part",
      { quote: { text: "42" }, reply_to_message: { message_id: 3, text: "Size 42?" } },
      { kind: "message", externalId: "501:3", text: "42" },
    ],
    [
      "a reply to a message of a channel",
      {
        external_reply: {
          origin: { type: "channel", chat: { title: "Shop news" } },
          message_id: 5,
        },
        quote: { text: "Big sale on pumps", position: 0 },
      },
      { kind: "message", text: "Big sale on pumps", author: "Shop news" },
    ],
    [
      "a reply to a message of a hidden user",
      { external_reply: { origin: { sender_user_name: "Tess" }, dice: { emoji: "🎲", value: 2 } } },
      { kind: "message", text: "🎲 2", author: "Tess" },
    ],
    [
      "a reply to a story",
      { reply_to_story: { chat: { first_name: "Tess" }, id: 3 } },
      { kind: "message", text: "[Story: Tess]", author: "Tess" },
    ],
  ])("[TG-023] %s refers to what it answers", (_name, fields, refersTo) => {
    expect(parseMessage({ text: "yes", ...fields })).toMatchObject({ text: "yes", refersTo });
  });
  it("[TG-023] a forwarded message says so, and refers to nothing", () => {
    expect(parseMessage({ text: "x", forward_origin: { type: "hidden_user" } })).toMatchObject({
      origin: { forwarded: true },
      refersTo: undefined,
    });
  });
  it("[TG-027] a reaction is its emoji and refers to the message", () => {
    const react = (...emoji: string[]) =>
      parse({
        message_reaction: {
          chat,
          message_id: 9,
          user: nadia,
          date: 7,
          old_reaction: [],
          new_reaction: emoji.map((one) => ({ type: "emoji", emoji: one })),
        },
      });
    expect(react("👍", "🔥")).toMatchObject({
      message: {
        text: "👍 🔥",
        name: "Nadia Ross",
        refersTo: { kind: "reaction", externalId: "501:9" },
      },
    });
    expect(react()).toMatchObject({ message: { text: "[The reaction was removed]" } });
  });

  const person = { id: 9, first_name: "Ben" };
  const named = { chat: person, title: "Pump", text: "Thanks" };
  const euros = { currency: "EUR", total_amount: 1_250 };
  /** Content fields of the type Message in the Bot API that a private chat can have. */
  const contents: readonly (readonly [field: string, content: unknown, text: string])[] = [
    ["story", { chat: person, id: 3 }, "[Story: Ben]"],
    [
      "checklist",
      { title: "Repair", tasks: [{ text: "pump" }, { text: "seal", completion_date: 5 }] },
      "Repair\n☐ pump\n☑ seal",
    ],
    [
      "checklist_tasks_done",
      {
        checklist_message: { checklist: { tasks: [{ id: 1, text: "pump" }] } },
        marked_as_done_task_ids: [1],
        marked_as_not_done_task_ids: [7],
      },
      "[Changed a checklist]\n☑ pump\n☐ 7",
    ],
    ["checklist_tasks_added", { tasks: [{ text: "seal" }] }, "[Added to a checklist]\n☐ seal"],
    ["paid_media", { star_count: 5, paid_media: [] }, "[Paid media: 5 Telegram Stars]"],
    ["game", { title: "Chess", description: "A game" }, "[Game: Chess]\nA game"],
    ["invoice", { ...named, ...euros, description: "New" }, "[Invoice: Pump]\nNew\n12.50 EUR"],
    ["successful_payment", euros, "[Paid: 12.50 EUR]"],
    ["refunded_payment", { currency: "XTR", total_amount: 3 }, "[Refunded: 3 Telegram Stars]"],
    ["gift", named, "[Gift]\nThanks"],
    ["unique_gift", { gift: { base_name: "Star" } }, "[Gift: Star]"],
    ["giveaway", { prize_description: "A pump" }, "[Giveaway]\nA pump"],
    ["giveaway_winners", { chat: named }, "[Winners of a giveaway: Pump]"],
    ["users_shared", { users: [person, { user_id: 8 }] }, "[Shared users]\nBen\n8"],
    ["chat_shared", { chat_id: -5, title: "Club" }, "[Shared chat: Club]"],
    ["web_app_data", { button_text: "Order", data: "x=1" }, "Order\nx=1"],
    ["pinned_message", { message_id: 4 }, "[Pinned a message]"],
    ["dice", { emoji: "🎲", value: 6 }, "🎲 6"],
    ["poll", { question: "Size?", options: [] }, "Size?"],
    ["contact", { first_name: "Ben", phone_number: "+4930111" }, "Ben\n+4930111"],
    ["venue", { title: "Shop", address: "Main street 1" }, "Shop\nMain street 1"],
    ["location", { latitude: 500 }, "[Sent a location that Parlour does not show]"],
    ...[
      "animation",
      "audio",
      "document",
      "photo",
      "sticker",
      "video",
      "video_note",
      "voice",
      "gift_upgrade_sent",
      "connected_website",
      "write_access_allowed",
      "passport_data",
      "proximity_alert_triggered",
      "boost_added",
      "chat_background_set",
      "direct_message_price_changed",
      "giveaway_created",
      "giveaway_completed",
      "paid_message_price_changed",
      "message_auto_delete_timer_changed",
      "suggested_post_paid",
      "video_chat_started",
      "future_content",
    ].map((field) => {
      const kind = field.replaceAll("_", " ");
      const article = /^[aeiou]/.test(kind) ? "an" : "a";
      return [field, {}, `[Sent ${article} ${kind} that Parlour does not show]`] as const;
    }),
  ];
  it.each(contents)(
    "[TG-026] [TG-022] a message with %s shows what it is",
    (field, content, text) => {
      expect(parseMessage({ [field]: content }).text).toBe(text);
      // A caption does not replace it.
      expect(parseMessage({ [field]: content, caption: "Look" }).text).toContain("Look");
    },
  );
  it("[TG-026] a message without content says so, and a text stays alone", () => {
    expect(parseMessage({}).text).toBe("[Sent a message that Telegram does not pass on to bots]");
    expect(parseMessage({ text: "hi", future_attribute: {} }).text).toBe("hi");
    expect(parseMessage({ caption: "new", paid_media: { star_count: 5 } }).text).toBe(
      "[Paid media: 5 Telegram Stars]\nnew",
    );
  });

  it.each([
    ["/start", ""],
    ["/start spring_sale-7", "spring_sale-7"],
    ["/start@shop_bot x", "x"],
  ])("[TG-028] %s opens the bot", (text, payload) => {
    expect(parse({ message: { message_id: 5, from: nadia, chat, date: 1, text } })).toEqual({
      kind: "start",
      start: { customer: "501", name: "Nadia Ross", payload },
    });
  });
  it("[TG-028] a start with other words is a message", () => {
    expect(parseMessage({ text: "/start over, please" }).text).toBe("/start over, please");
    expect(parseMessage({ text: "/started" }).text).toBe("/started");
  });

  it("[TG-025] an edit has the time of the edit", () => {
    expect(
      parse({
        edited_message: {
          message_id: 5,
          from: nadia,
          chat,
          date: 1,
          edit_date: 1_700_000_000,
          text: "new",
        },
      }),
    ).toMatchObject({ message: { text: "new", editedAt: 1_700_000_000_000 } });
  });
});

describe("pressed buttons", () => {
  const query = {
    id: "4321",
    from: nadia,
    data: "s42",
    message: {
      message_id: 9,
      chat,
      from: { id: botId, is_bot: true },
      reply_markup: { inline_keyboard: [[{ text: "Size 42", callback_data: "s42" }]] },
    },
  };
  it("[TG-024] a pressed button has the label and the message that it belongs to", () => {
    expect(parse({ callback_query: query })).toEqual({
      kind: "pressed",
      pressed: {
        customer: "501",
        name: "Nadia Ross",
        queryId: "4321",
        messageExternalId: "501:9",
        messageNumber: 9,
        data: "s42",
        label: "Size 42",
      },
    });
  });
  it("[TG-024] a button of a message that is too old is pressed too", () => {
    const message = { message_id: 50, chat, date: 0 };
    expect(parse({ callback_query: { ...query, message } })).toMatchObject({
      pressed: { messageExternalId: "501:50", data: "s42", label: "s42" },
    });
  });
  it("[TG-012] buttons of other bots and in chats of others are ignored", () => {
    const message = { ...query.message, from: { id: 778, is_bot: true } };
    expect(parse({ callback_query: { ...query, message } })).toMatchObject({ kind: "ignored" });
    expect(parse({ callback_query: { ...query, from: { ...nadia, id: 502 } } })).toMatchObject({
      kind: "ignored",
    });
  });
});

describe("other updates", () => {
  it("[TG-011] a customer who blocks or unblocks the bot", () => {
    const change = (status: string, id = botId) =>
      parse({ my_chat_member: { chat, from: nadia, new_chat_member: { status, user: { id } } } });
    expect(change("kicked")).toEqual({ kind: "membership", customer: "501", isBlocked: true });
    expect(change("member")).toMatchObject({ isBlocked: false });
    expect(change("kicked", 778)).toMatchObject({ kind: "ignored" });
  });

  const message = { message_id: 5, from: nadia, chat, date: 1, text: "x" };
  it.each([
    ["a group", { message: { ...message, chat: { id: -100, type: "supergroup" } } }],
    ["a negative chat", { message: { ...message, chat: { id: -501, type: "private" } } }],
    ["a chat above 2^53", { message: { ...message, chat: { id: 2 ** 53, type: "private" } } }],
    ["a text as chat", { message: { ...message, chat: { id: "501", type: "private" } } }],
    ["no chat", { message: { ...message, chat: undefined } }],
    ["a negative message id", { message: { ...message, message_id: -5 } }],
    ["a bot as sender", { message: { ...message, from: { ...nadia, is_bot: true } } }],
    ["a list as message", { message: [message] }],
    ["an unknown kind", { poll: {} }],
    ["nothing", {}],
  ])("[TG-011] [TG-012] %s is ignored with a reason", (_name, content) => {
    expect(parse(content)).toMatchObject({ kind: "ignored", reason: expect.stringMatching(/\.$/) });
  });

  it("[TG-011] an update without a valid number is ignored", () => {
    for (const id of [-1, 1.5, "1", null, 2 ** 53])
      expect(parseUpdate({ update_id: id, message }, botId)).toMatchObject({ kind: "ignored" });
    for (const update of [null, 1, "x", []]) expect(readUpdateId(update)).toBeNull();
  });
});

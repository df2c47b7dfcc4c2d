import { describe, expect, test } from "vitest";
import { parseStrictJson } from "../../../http/body/json.ts";
import { parseEvent, type IncomingEvent } from "./parse-event.ts";
import { parseBotTime } from "./values.ts";

const parse = (text: string) => parseEvent(parseStrictJson(Buffer.from(text)));
const parseMessageEvent = (fields: object): ReturnType<typeof parseEvent> =>
  parse(
    JSON.stringify({
      event: "BOT_MESSAGE",
      id: "b-1",
      chat_id: "88120",
      message: { type: "TEXT", text: "hi" },
      ...fields,
    }),
  );
const parseAccepted = (fields: object): IncomingEvent => {
  const found = parseMessageEvent(fields);
  if ("status" in found) throw new Error(found.message);
  return found;
};
const parseContent = (message: object): unknown => parseAccepted({ message }).message?.content;
const parseRefusal = (fields: object) => {
  const found = parseMessageEvent(fields);
  return "status" in found ? [found.status, found.code, found.field] : found;
};

describe("events", () => {
  test("[BOT-025] ids may be numbers, a missing id and client are fine, unknown keys are ignored", () => {
    expect(
      parseAccepted({ chat_id: 88120, client_id: 3071, id: 17, more: { deep: 1 } }),
    ).toMatchObject({
      about: { chat: 88120 },
      client: { id: 3071 },
      id: "17",
    });
    expect(parseAccepted({ id: undefined })).toMatchObject({ id: null, client: null });
    expect(parse('{"event":"INVITE_AGENT","chat_id":8.812e4}')).toMatchObject({
      event: "INVITE_AGENT",
      about: { chat: 88120 },
      message: null,
    });
  });

  test("[BOT-025] without chat_id the event is about the client's running chat", () => {
    expect(parseAccepted({ chat_id: undefined, client_id: "3071" })).toMatchObject({
      about: { client: 3071 },
    });
    expect(parseAccepted({ chat_id: "", client_id: "3071" })).toMatchObject({
      about: { client: 3071 },
    });
    expect(parseRefusal({ chat_id: undefined })).toEqual([400, "invalid_request", "chat_id"]);
  });

  test.each([
    ["00"],
    ["-1"],
    ["1' OR '1'='1"],
    ["2147483648"],
    ["999999999999"],
    ["088120"],
    [1.5],
    ["0 "],
  ])("[BOT-021] chat_id %j is nobody's chat", (chat) => {
    expect(parseMessageEvent({ chat_id: chat })).toMatchObject({
      status: 400,
      reason: "chat_not_found",
    });
  });

  test.each([
    ["CLIENT_MESSAGE"],
    ["AGENT_JOINED"],
    ["AGENT_UNAVAILABLE"],
    ["CHAT_CLOSED"],
    ["bot_message"],
    ["DANCE"],
    ["__proto__"],
    ["toString"],
  ])("[BOT-081] [BOT-025] event %s is not taken", (name) => {
    expect(parseMessageEvent({ event: name })).toMatchObject({
      status: 405,
      code: "invalid_request",
      reason: "unsupported_event",
    });
  });

  test.each([[undefined], [null], [""], [7], [["BOT_MESSAGE"]]])(
    "[BOT-081] event %j is missing or no name",
    (name) => {
      expect(parseRefusal({ event: name })).toEqual([400, "invalid_request", "event"]);
    },
  );

  test("[BOT-081] a body that is no object is refused", () => {
    for (const text of ["[]", "7", '"x"', "null", "1.0"])
      expect(parse(text)).toMatchObject({ status: 400, code: "invalid_request" });
  });

  test.each([
    [1763620802, 1763620802000],
    [1763620802.5, 1763620802500],
    [1763620802123, 1763620802123],
    ["1763620802", 1763620802000],
    ["1763620802123", 1763620802123],
    ["2025-11-20T06:40:02Z", 1763620802000],
    ["2025-11-20T07:40:02+01:00", 1763620802000],
    ["2025-11-20 06:40:02", 1763620802000],
    [undefined, null],
    ["", null],
    ["99999999999999999999", "unreadable"],
    ["yesterday", "unreadable"],
    [true, "unreadable"],
    [{}, "unreadable"],
    [-5, "unreadable"],
  ])("[BOT-026] timestamp %j means %j", (timestamp, ms) => {
    expect(parseBotTime(timestamp)).toBe(ms);
    const codes = parseAccepted({
      message: { type: "TEXT", text: "hi", timestamp: timestamp },
    }).message?.warnings.map((warning) => warning.code);
    expect(codes).toEqual(ms === "unreadable" ? ["timestamp_unreadable"] : []);
  });
});

describe("messages", () => {
  test("[BOT-040] TEXT needs text with a visible sign", () => {
    expect(parseContent({ type: "TEXT", text: " hi ", button_id: "ignored" })).toEqual({
      kind: "text",
      text: " hi ",
    });
    for (const text of [undefined, null, "", " \n\t", {}, true])
      expect(parseRefusal({ message: { type: "TEXT", text } })).toEqual([
        400,
        "invalid_request",
        "message.text",
      ]);
  });

  test("[BOT-041] MARKDOWN has content, or becomes the text it has", () => {
    expect(parseContent({ type: "MARKDOWN", content: "*a*", text: "a" })).toEqual({
      kind: "markdown",
      content: "*a*",
      text: "a",
    });
    expect(parseContent({ type: "MARKDOWN", content: "*a*" })).toEqual({
      kind: "markdown",
      content: "*a*",
      text: "",
    });
    expect(parseContent({ type: "MARKDOWN", text: "a" })).toEqual({ kind: "text", text: "a" });
    expect(parseRefusal({ message: { type: "MARKDOWN", content: " " } })).toEqual([
      400,
      "invalid_request",
      "message.content",
    ]);
  });

  test("[BOT-042] one to three buttons; what is missing is filled in", () => {
    expect(
      parseContent({
        type: "BUTTONS",
        buttons: [{ text: "A", id: "a" }, { text: "B" }, { id: "c" }],
      }),
    ).toEqual({
      kind: "buttons",
      title: "",
      text: "",
      buttons: [
        { id: "a", text: "A" },
        { id: "2", text: "B" },
        { id: "c", text: "c" },
      ],
    });
    expect(
      parseContent({ type: "BUTTONS", title: 5, text: "f", buttons: [{ text: 1001, id: 7 }] }),
    ).toEqual({
      kind: "buttons",
      title: "5",
      text: "f",
      buttons: [{ id: "7", text: "1001" }],
    });
    expect(
      parse(
        '{"event":"BOT_MESSAGE","chat_id":"1","message":{"type":"BUTTONS","buttons":[{"id":7.0}]}}',
      ),
    ).toMatchObject({
      message: { content: { buttons: [{ id: "7.0", text: "7.0" }] } },
    });
    const bad = [
      undefined,
      null,
      [],
      {},
      "a",
      [{}],
      [{ text: "", id: null }],
      ["a"],
      [[]],
      [1, 2, 3, 4].map((n) => ({ text: `b${n}` })),
      { 0: {}, length: 1 },
    ];
    for (const buttons of bad)
      expect(
        parseMessageEvent({ message: { type: "BUTTONS", title: "t", text: "f", buttons } }),
      ).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
  });

  test("[BOT-043] an unknown type or no message is refused", () => {
    for (const message of [
      undefined,
      null,
      "hi",
      [],
      {},
      { type: "HTML", content: "<b>" },
      { type: "text", text: "x" },
      { type: 5 },
      { type: "constructor" },
    ])
      expect(parseMessageEvent({ message })).toMatchObject({
        status: 400,
        code: "invalid_request",
      });
  });
});

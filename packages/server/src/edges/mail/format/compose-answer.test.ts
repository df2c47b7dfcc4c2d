import { expect, test } from "vitest";
import { parseMailSettings } from "../settings.ts";
import {
  composeAnswer,
  createMessageId,
  parseMessageIdToken,
  type Answer,
  type AnswerMessage,
} from "./compose-answer.ts";

const settings = parseMailSettings({
  account: 1,
  settings: {
    address: "shop@a.example",
    sender_name: "Shop",
    signature: "Best\n{operator}, {channel}",
  },
  secrets: {},
});
const token = "abcdefghijklmnopqrstuvwx";
const say = (
  id: number,
  text: string,
  name = "Anna",
  kind: "operator" | "bot" = "operator",
): AnswerMessage => ({
  id,
  seq: id,
  kind: "text",
  text,
  author: { kind, name },
});
const answer = (...messages: [AnswerMessage, ...AnswerMessage[]]): Answer => ({
  visitorAddress: "customer@b.example",
  quoted: null,
  attached: [],
  channelName: "Mail",
  messages,
  files: new Map(),
  thread: {
    subject: "Order 7",
    isSenderVerified: true,
    isAnswer: true,
    references: ["first@b.example", "second@b.example"],
  },
  token,
  replyTo: `shop+${token}@a.example`,
  series: 0,
  stop: null,
});
const compose = (value: Answer) => composeAnswer(settings, "AbCdEf1234", value);

test("[MAIL-060] text and HTML have the same parts, with the signature, and markup of users is text", () => {
  const mail = compose(answer(say(7, "Hello <b>you</b>\nLine 2")));
  expect(mail.text).toBe("Hello <b>you</b>\nLine 2\n\nBest\nAnna, Shop\n");
  expect(mail.html).toContain("Hello &lt;b&gt;you&lt;/b&gt;<br />Line 2");
  expect(mail.html).toContain("Best<br />Anna, Shop");
  expect(mail).toMatchObject({
    to: ["customer@b.example"],
    fromName: "Anna · Shop",
    subject: "Re: Order 7",
    replyTo: `shop+${token}@a.example`,
    inReplyTo: "second@b.example",
    references: ["first@b.example", "second@b.example"],
    isAutomatic: false,
    marker: "AbCdEf1234",
  });
});
test("[MAIL-062] several messages are one mail; each author signs once", () => {
  const mail = compose(answer(say(1, "one"), say(2, "two"), say(3, "three", "Bob")));
  expect(mail.text).toBe("one\n\ntwo\n\nBest\nAnna, Shop\n\nthree\n\nBest\nBob, Shop\n");
  expect(mail.fromName).toBe("Bob · Shop");
});
test("[MAIL-061] the Message-ID follows from the messages, and contains the token", () => {
  const one = createMessageId(answer(say(35, "x")));
  expect(one).toBe(`${token}.z`);
  const two = createMessageId(answer(say(35, "x"), say(36, "y")));
  expect(two).not.toBe(one);
  expect(createMessageId(answer(say(35, "other"), say(36, "text")))).toBe(two);
  expect(createMessageId({ ...answer(say(35, "x")), series: 3 })).toBe(`${token}.z.r3`);
  for (const id of [one, two]) expect(parseMessageIdToken(`${id}@a.example`)).toBe(token);
  expect(parseMessageIdToken("CAF1234@mail.example")).toBeNull();
});
test("[MAIL-064] a mail with only messages of bots is automatic", () => {
  expect(compose(answer(say(1, "a", "Bot", "bot"))).isAutomatic).toBe(true);
  expect(compose(answer(say(1, "a", "Bot", "bot"), say(2, "b"))).isAutomatic).toBe(false);
});
test("[MAIL-060] a subject is answered once with Re:, and a conversation without one has the sender's name", () => {
  const subjectOf = (subject: string | null) =>
    compose({
      ...answer(say(1, "a")),
      thread: { subject, isSenderVerified: true, isAnswer: true, references: [] },
    }).subject;
  expect(subjectOf("RE: Order")).toBe("RE: Order");
  expect(subjectOf(null)).toBe("Shop");
  const mail = compose({
    ...answer(say(1, "a")),
    thread: { subject: null, isSenderVerified: true, isAnswer: true, references: [] },
  });
  expect(mail).not.toHaveProperty("references");
});
test("[MAIL-060] a long conversation names the first mail and the latest ones", () => {
  const references = Array.from({ length: 300 }, (_, n) => `m${n}@b.example`);
  const mail = compose({
    ...answer(say(1, "a")),
    thread: { subject: "s", isSenderVerified: true, isAnswer: true, references },
  });
  expect(mail.references).toHaveLength(20);
  expect(mail.references?.slice(0, 2)).toEqual(["m0@b.example", "m281@b.example"]);
});
test("[MAIL-065] files are attached, or named with their address; other addresses are no links", () => {
  const photo = (id: number, file: string): AnswerMessage => ({
    ...say(id, ""),
    kind: "media",
    media: { type: "photo", file, file_name: "a.png" } as NonNullable<AnswerMessage["media"]>,
  });
  const attached = new Map([[1, { name: "a.png", type: "image/png", content: Buffer.from("x") }]]);
  const mail = compose({
    ...answer(
      photo(1, "https://p/files/t/a.png"),
      photo(2, "https://p/files/u/a.png"),
      photo(3, "javascript:alert(1)"),
    ),
    files: attached,
  });
  expect(mail.attachments).toHaveLength(1);
  expect(mail.html).toContain('<a href="https://p/files/u/a.png">a.png</a>');
  expect(mail.html).not.toContain("https://p/files/t/");
  expect(mail.html).not.toContain('href="javascript');
});

import type { Message } from "@parlour/protocol";
import { expect, test } from "vitest";
import { toEmailDraft, toTexts } from "./undo-email.ts";
import { findWaitingEmail } from "./waiting-email.ts";

const at = Date.parse("2026-11-27T10:42:00.000Z");
const greta = { address: "greta@customer.example", name: "Greta", source: "thread" as const };
const ben = { address: "ben@customer.example", name: "", source: "operator" as const };
const createEmail = (seq: number, seconds: number, more: Partial<Message> = {}): Message => ({
  seq,
  id: seq,
  chat_id: 1,
  author: { kind: "operator", id: 7, name: "Ines" },
  kind: "text",
  text: `text ${seq}`,
  email: { subject: "Re: Kettle", to: [greta], cc: [ben], bcc: [] },
  created_at: new Date(at + seconds * 1_000).toISOString(),
  delivery: {
    id: seq,
    state: "pending",
    attempts: 0,
    error: null,
    next_at: new Date(at + (seconds + 60) * 1_000).toISOString(),
  },
  ...more,
});

test("[CORE-354] the latest own email that waits is shown, with the time of the first one that is sent with it", () => {
  const other = createEmail(3, 30, { author: { kind: "operator", id: 8, name: "Ben" } });
  const messages = [createEmail(1, 0), createEmail(2, 20), other];
  expect(findWaitingEmail(messages, 7, at + 40_000)).toMatchObject({
    messages: [{ seq: 1 }, { seq: 2 }],
    sendsAt: at + 60_000,
    recipient: greta,
    otherCount: 1,
  });
  expect(findWaitingEmail(messages, 9, at)).toBeNull();
  expect(findWaitingEmail(messages, 7, at + 80_000)).toBeNull();
});

test("[CORE-354] emails with other recipients keep their own time, and tried or sent ones do not wait", () => {
  const own = createEmail(2, 20, {
    email: { subject: "Re: Kettle", to: [ben], cc: [], bcc: [] },
  });
  expect(findWaitingEmail([createEmail(1, 0), own], 7, at)).toMatchObject({
    sendsAt: at + 80_000,
    otherCount: 0,
  });
  const { delivery } = createEmail(1, 0);
  for (const change of [{ attempts: 1 }, { state: "delivered" as const }])
    expect(
      findWaitingEmail([createEmail(1, 0, { delivery: { ...delivery!, ...change } })], 7, at),
    ).toBeNull();
});

test("[CORE-354] an undone email is in the composer as it was: recipients, subject, quote and forwarded files", () => {
  const { email } = createEmail(1, 0);
  expect(toEmailDraft({ ...email!, quotes: 4 })).toEqual({
    subject: "Re: Kettle",
    to: [{ address: greta.address, name: "Greta" }],
    cc: [{ address: ben.address, name: "" }],
    bcc: [],
    leaves_out_quote: false,
    asked: [greta.address, ben.address],
  });
  expect(toEmailDraft({ ...email!, attach: [3] })).toMatchObject({
    form: "forward",
    attach: [3],
    leaves_out_quote: true,
  });
});

test("[CORE-354] files and answers of the same minute to the same people are one email, others are not", () => {
  const all = [
    createEmail(1, 0),
    createEmail(2, 70, {
      text: "",
      media: { type: "photo", file: "/f", file_name: "a.png" } as never,
    }),
    createEmail(3, 71),
    createEmail(4, 72, { author: { kind: "operator", id: 8, name: "Ben" } }),
    createEmail(5, 129),
  ];
  const seqsOf = (messages: readonly Message[]) =>
    findWaitingEmail(messages, 7, at)?.messages.map(({ seq }) => seq);
  expect(seqsOf(all)).toEqual([2, 3, 5]);
  expect(seqsOf([...all, createEmail(6, 131)])).toEqual([6]);
});

test("[CORE-354] texts of an email come back with marks if one of them is formatted", () => {
  const bold = { type: "bold" as const, nodes: [{ type: "text" as const, text: "now" }] };
  expect(toTexts([{ text: "2 * 3" }, { text: "now", nodes: [bold] }])).toEqual([
    "2 \\* 3",
    "**now**",
  ]);
  expect(toTexts([{ text: "2 * 3" }])).toEqual(["2 * 3"]);
});

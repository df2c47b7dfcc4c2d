import type { Message } from "@parlour/protocol";
import type { Evidence } from "./evidence.ts";
import type { PartsEvidence } from "./parts/index.ts";
import { readCode } from "./parts/load-part.ts";
import type { WindowEvidence } from "./window-evidence.ts";

/** Negative controls: each spoils the evidence in one way, and the checks must find it. */
export const controls = {
  "dropped-message": (evidence) => ({
    ...evidence,
    stored: changeFirstChat(evidence, (messages) =>
      messages.filter((message) => message !== findLastText(messages)),
    ),
  }),
  "doubled-message": (evidence) => ({
    ...evidence,
    stored: changeFirstChat(evidence, (messages) =>
      repeatMessage(messages, findLastText(messages)),
    ),
  }),
  "unordered-messages": (evidence) => ({
    ...evidence,
    stored: changeFirstChat(evidence, (messages) =>
      messages.toReversed().map((message, n) => ({ ...message, seq: n + 1 })),
    ),
  }),
  "doubled-event": (evidence) =>
    changeFirstClient(evidence, (texts) => [...texts, ...texts.slice(-1)]),
  "unstored-event": (evidence) => changeFirstClient(evidence, (texts) => [...texts, "c0 99"]),
  "missed-event": (evidence) => changeFirstClient(evidence, (texts) => texts.slice(1)),
  "unstored-window-message": (evidence) =>
    changeWindows(evidence, ({ name, sent }) => ({ sent: [...sent, `${name} never stored`] })),
  "missed-window-reply": (evidence) =>
    changeWindows(evidence, ({ replies }) => ({ replies: replies.slice(1) })),
  "doubled-window-reply": (evidence) =>
    changeWindows(evidence, ({ replies }) => ({ replies: [...replies, ...replies.slice(-1)] })),
  "unordered-window-replies": (evidence) =>
    changeWindows(evidence, ({ replies }) => ({ replies: replies.toReversed() })),
  "offline-form": (evidence) =>
    changeWindows(evidence, () => ({ offline: [{ from: 0, to: null }] })),
  "unconnected-window": (evidence) => changeWindows(evidence, () => ({ isLive: false })),
  "unsent-window-message": (evidence) => changeWindows(evidence, () => ({ unsent: 1 })),
  "missed-webhook-event": (evidence) =>
    changeParts(evidence, ({ webhook }) => ({ webhook: webhook.slice(0, -1) })),
  "unordered-webhook-events": (evidence) =>
    changeParts(evidence, ({ webhook }) => ({ webhook: webhook.toReversed() })),
  "missed-bot-message": (evidence) =>
    changeParts(evidence, ({ bot }) => ({
      bot: { ...bot, questions: bot.questions.filter((text) => text !== bot.questions[0]) },
    })),
  "refused-bot-answer": (evidence) =>
    changeParts(evidence, ({ bot }) => ({ bot: { ...bot, refused: ["b0 0: 400"] } })),
  "lost-bot-answer": (evidence) =>
    changeParts(evidence, ({ bot }) => ({
      bot: { ...bot, answered: [...bot.answered, "b0 never stored"] },
    })),
  "doubled-bot-answer": (evidence) => ({
    ...evidence,
    stored: changeChats(evidence, (messages) =>
      repeatMessage(
        messages,
        messages.findLast(({ author }) => author.kind === "bot"),
      ),
    ),
  }),
  "missed-telegram-reply": (evidence) => changeTelegram(evidence, (texts) => texts.slice(0, -1)),
  "unordered-telegram-replies": (evidence) =>
    changeTelegram(evidence, (texts) => texts.toReversed()),
  "doubled-offer": (evidence) =>
    changeParts(evidence, ({ offers }) => ({
      offers: offers.map((offer) => ({ ...offer, accepted: ["Bob", "Carl"] })),
    })),
  "unheld-offer": (evidence) =>
    changeParts(evidence, ({ offers }) => ({
      offers: offers.map((offer) => ({ ...offer, assignee: "nobody else" })),
    })),
  "doubled-acceptance": (evidence) => doubleLine(evidence, "accepted"),
  "doubled-escalation": (evidence) => doubleLine(evidence, "ladder_department"),
  "doubled-reminder": (evidence) => doubleLine(evidence, "ladder_remind"),
  "missed-reminder": (evidence) => ({
    ...evidence,
    stored: changeChats(evidence, (messages) =>
      messages.filter((message) => readCode(message) !== "ladder_remind"),
    ),
  }),
  "owner-gone": (evidence) => ({
    ...evidence,
    owners: evidence.owners.map((owner) => ({ ...owner, sockets: [[]] })),
    stored: changeFirstChat(evidence, (messages) => [
      ...messages,
      {
        chat_id: 1,
        created_at: new Date(0).toISOString(),
        seq: messages.length + 1,
        author: { kind: "system" },
        line: { code: "owner_gone", by: { id: 1, name: evidence.owners[0]?.name } },
      } as Message,
    ]),
  }),
  "unordered-delivery": (evidence) => ({
    ...evidence,
    received: evidence.received.toReversed(),
  }),
  "lost-delivery": (evidence) => ({ ...evidence, received: [] }),
  "unequal-presence": (evidence) => ({
    ...evidence,
    faults: evidence.faults.map((fault) => ({ ...fault, presenceMs: null })),
  }),
  "multiplied-limit": (evidence) => ({
    ...evidence,
    limits: evidence.limits.map((limit) => ({ ...limit, allowed: 60 })),
  }),
  "late-writes": (evidence) => ({
    ...evidence,
    faults: evidence.faults.map((fault) => ({ ...fault, pauseMs: 20_000, maxPauseMs: 15_000 })),
  }),
  "missing-failover": (evidence) => ({
    ...evidence,
    faults: evidence.faults.map((fault) => ({ ...fault, primaries: ["db1", "db1"] as const })),
  }),
  "open-session": (evidence) => ({
    ...evidence,
    faults: evidence.faults.map((fault) => ({ ...fault, revocationMs: [null] })),
  }),
} as const satisfies Record<string, (evidence: Evidence) => Evidence>;
export type ControlName = keyof typeof controls;

export const isControlName = (name: string): name is ControlName => Object.hasOwn(controls, name);

type Messages = readonly Message[];
const findLastText = (messages: Messages): Message | undefined =>
  messages.findLast(({ author }) => author.kind !== "system");
/** Appends a message again, with the next number. */
const repeatMessage = (messages: Messages, repeated: Message | undefined): Messages =>
  repeated === undefined ? messages : [...messages, { ...repeated, seq: messages.length + 1 }];
/** Repeats the last system message with a code in each chat. */
const doubleLine = (evidence: Evidence, code: string): Evidence => ({
  ...evidence,
  stored: changeChats(evidence, (messages) =>
    repeatMessage(
      messages,
      messages.findLast((message) => readCode(message) === code),
    ),
  ),
});
const changeTelegram = (
  evidence: Evidence,
  change: (texts: readonly string[]) => readonly string[],
): Evidence =>
  changeParts(evidence, ({ telegram }) => ({
    telegram: telegram.map((one) => ({ ...one, received: change(one.received) })),
  }));
function changeChats(
  { stored }: Evidence,
  change: (messages: Messages) => Messages,
): Evidence["stored"] {
  return new Map([...stored].map(([chat, messages]) => [chat, change(messages)]));
}
/** Changes the messages of the first chat. */
function changeFirstChat(
  { stored }: Evidence,
  change: (messages: Messages) => Messages,
): Evidence["stored"] {
  const [first] = stored;
  if (first === undefined) return stored;
  return new Map(stored).set(first[0], change(first[1]));
}
function changeWindows(
  evidence: Evidence,
  change: (window: WindowEvidence) => Partial<WindowEvidence>,
): Evidence {
  const windows = evidence.windows.map((window) => ({ ...window, ...change(window) }));
  return { ...evidence, windows };
}
function changeParts(
  evidence: Evidence,
  change: (parts: PartsEvidence) => Partial<PartsEvidence>,
): Evidence {
  return { ...evidence, parts: { ...evidence.parts, ...change(evidence.parts) } };
}
function changeFirstClient(
  evidence: Evidence,
  change: (texts: readonly string[]) => readonly string[],
): Evidence {
  const [first, ...others] = evidence.clients;
  if (first === undefined) return evidence;
  return { ...evidence, clients: [{ ...first, texts: change(first.texts) }, ...others] };
}

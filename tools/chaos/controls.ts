import type { Message } from "@parlour/protocol";
import type { Evidence } from "./evidence.ts";
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
    stored: changeFirstChat(evidence, (messages) => {
      const last = findLastText(messages);
      return last === undefined ? messages : [...messages, { ...last, seq: messages.length + 1 }];
    }),
  }),
  "unordered-messages": (evidence) => ({
    ...evidence,
    stored: changeFirstChat(evidence, (messages) =>
      messages.toReversed().map((message, n) => ({ ...message, seq: n + 1 })),
    ),
  }),
  "doubled-event": (evidence) =>
    changeFirstClient(evidence, (texts) => [...texts, ...texts.slice(-1)]),
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
function changeFirstClient(
  evidence: Evidence,
  change: (texts: readonly string[]) => readonly string[],
): Evidence {
  const [first, ...others] = evidence.clients;
  if (first === undefined) return evidence;
  return { ...evidence, clients: [{ ...first, texts: change(first.texts) }, ...others] };
}

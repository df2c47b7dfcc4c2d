import type { Message, SystemMessageData } from "@parlour/protocol";
import { expect, test } from "vitest";
import { i18n } from "../../../text/index.ts";
import { createRoutingStories } from "./routing-story.ts";
import { storyText } from "./format-routing.ts";

i18n.activate("en");
const [sofia, ivan, priya] = [
  { id: 1, name: "Sofia Lind" },
  { id: 2, name: "Ivan Petrov" },
  { id: 3, name: "Priya Nair" },
];
const start = Date.parse("2026-11-21T10:00:00Z");
const offeredTo = (eligible: number[], rule = "all") => ({
  assignment: { rules: [rule], eligible, others: [] },
});
/** A step: the second, the code (or the author of a message), and further fields. */
type Step = readonly [at: number, code: string, line?: Partial<SystemMessageData>];

const messages = (steps: readonly Step[]): Message[] =>
  steps.map(([at, code, more], n) => {
    const created_at = new Date(start + at * 1000).toISOString();
    const says = code === "visitor" || code === "bot" || code === "operator";
    const author = says
      ? { kind: code, id: 9, name: code === "bot" ? "Shop assistant" : code }
      : { kind: "system", id: null, name: "" };
    return {
      seq: n + 1,
      author,
      kind: "text",
      text: code,
      created_at,
      ...(!says && { line: { code, ...more } }),
    } as unknown as Message;
  });
/** Returns the feed as text, as it is 100 s after the first message. */
const feed = (steps: readonly Step[], me = 1): readonly string[] =>
  createRoutingStories(messages(steps)).map(({ message, story }) =>
    story ? storyText(story, me, start + 100_000) : message.text,
  );

const all = offeredTo([1, 2]);
const turn = offeredTo([1], "round_robin");
test.each<[string, readonly Step[], readonly string[], number?]>([
  [
    "taken by a rule",
    [
      [0, "visitor"],
      [0, "offered", turn],
      [72, "accepted", { by: sofia, ...turn }],
    ],
    ["visitor", "You joined · via round robin, after 1:12 wait"],
  ],
  [
    "taken, read by another",
    [
      [0, "visitor"],
      [0, "offered", turn],
      [18, "accepted", { by: sofia, ...turn }],
    ],
    ["visitor", "Sofia joined · via round robin, after 18 s wait"],
    2,
  ],
  [
    "a wait below 5 s",
    [
      [0, "visitor"],
      [0, "offered", turn],
      [4, "accepted", { by: sofia, ...turn }],
    ],
    ["visitor", "You joined · via round robin"],
  ],
  [
    "from the list",
    [
      [0, "visitor"],
      [0, "offered", all],
      [72, "accepted", { by: ivan, ...all }],
    ],
    ["visitor", "Ivan joined · took it from the list, after 1:12 wait"],
  ],
  [
    "by somebody it was not offered to",
    [
      [0, "visitor"],
      [0, "offered", turn],
      [30, "accepted", { by: priya, ...turn }],
    ],
    ["visitor", "Priya joined · took it from the list, after 30 s wait"],
  ],
  [
    "without an offer",
    [
      [0, "visitor"],
      [10, "accepted", { by: ivan }],
    ],
    ["visitor", "Ivan joined · took it from the list, after 10 s wait"],
  ],
  [
    "a new message while it waits",
    [
      [0, "visitor"],
      [0, "offered", all],
      [20, "visitor"],
      [30, "ladder_push", all],
      [31, "ladder_push_delivered"],
      [60, "accepted", { by: ivan, ...all }],
    ],
    ["visitor", "visitor", "Ivan joined · took it from the list, after 1:00 wait"],
  ],
  [
    "from a bot",
    [
      [0, "visitor"],
      [1, "bot_started"],
      [2, "bot"],
      [8, "invited"],
      [8, "offered", turn],
      [30, "accepted", { by: sofia, ...turn }],
    ],
    [
      "visitor",
      "bot_started",
      "bot",
      "You joined · handed over by Shop assistant, after 22 s wait",
    ],
  ],
  [
    "from a bot that failed",
    [
      [0, "visitor"],
      [8, "bot_failed", { detail: "timeout" }],
      [30, "accepted", { by: sofia }],
    ],
    ["visitor", "bot_failed", "You joined · took it from the list, after 22 s wait"],
  ],
  [
    "transfer",
    [
      [0, "accepted", { by: sofia }],
      [5, "operator"],
      [6, "transfer_offered", { by: sofia, to: ivan, detail: "VAT" }],
      [9, "transfer_accepted", { by: sofia, to: ivan }],
    ],
    ["You joined · took it from the list", "operator", "Ivan joined · transferred by Sofia"],
  ],
  [
    "transfer that failed",
    [
      [0, "accepted", { by: sofia }],
      [6, "transfer_offered", { by: sofia, to: ivan }],
      [9, "transfer_refused", { by: ivan }],
    ],
    ["You joined · took it from the list", "transfer_offered", "transfer_refused"],
  ],
  [
    "transfer to a department",
    [
      [0, "accepted", { by: sofia }],
      [6, "transferred", { by: sofia, to: { id: 1, name: "Sales" } }],
      [6, "offered", all],
      [20, "accepted", { by: ivan, ...all }],
    ],
    ["You joined · took it from the list", "Ivan joined · transferred by Sofia"],
  ],
  [
    "transfer to a department, nobody yet",
    [
      [0, "accepted", { by: sofia }],
      [6, "transferred", { by: sofia, to: { id: 1, name: "Sales" } }],
      [6, "offered", all],
    ],
    ["You joined · took it from the list", "Waiting again · Sofia transferred the chat to Sales"],
  ],
  [
    "reassigned",
    [
      [0, "accepted", { by: sofia }],
      [50, "reassigned", { by: sofia, detail: "10" }],
      [50, "offered", all],
      [80, "accepted", { by: priya, ...all }],
    ],
    [
      "You joined · took it from the list",
      "Priya joined · reassigned, Sofia did not answer for 10 min",
    ],
  ],
  [
    "reassigned, nobody yet",
    [
      [0, "accepted", { by: sofia }],
      [50, "reassigned", { by: sofia, detail: "10" }],
      [50, "offered", all],
    ],
    ["You joined · took it from the list", "Waiting again · Sofia did not answer for 10 min"],
  ],
  [
    "silent, and nobody else",
    [
      [0, "accepted", { by: sofia }],
      [50, "reassign_nobody", { by: sofia, detail: "10" }],
    ],
    [
      "You joined · took it from the list",
      "Sofia Lind did not answer for 10 min but keeps the chat, because nobody else is available",
    ],
  ],
  [
    "nobody yet",
    [
      [0, "visitor"],
      [28, "offered", all],
    ],
    ["visitor", "Waiting 1:12 · offered to 2 operators"],
  ],
  [
    "nobody can",
    [
      [0, "visitor"],
      [60, "offered", offeredTo([])],
    ],
    ["visitor", "Waiting 40 s · nobody can take it now"],
  ],
  [
    "reminders and their results",
    [
      [0, "visitor"],
      [0, "offered", all],
      [40, "ladder_remind", offeredTo([1])],
      [41, "ladder_remind_failed"],
      [60, "accepted", { by: ivan }],
      [70, "ladder_remind_delayed"],
    ],
    ["visitor", "Ivan joined · took it from the list, after 1:00 wait"],
  ],
  [
    "owner offline",
    [
      [0, "accepted", { by: sofia }],
      [50, "owner_gone", { by: sofia }],
      [50, "offered", all],
    ],
    ["You joined · took it from the list", "Waiting again · Sofia went offline"],
  ],
  [
    "closed while it waited",
    [
      [0, "visitor"],
      [10, "offered", all],
      [40, "closed", { detail: "visitor" }],
    ],
    ["visitor", "Waited 30 s · offered to 2 operators", "closed"],
  ],
  [
    "lines of their own",
    [
      [0, "accepted", { by: sofia }],
      [1, "rated"],
      [2, "blocked"],
      [3, "colleague_invited"],
      [4, "joined"],
      [5, "left"],
    ],
    [
      "You joined · took it from the list",
      "rated",
      "blocked",
      "colleague_invited",
      "joined",
      "left",
    ],
  ],
])("[CORE-158] %s", (_, steps, shown, me) => {
  expect(feed(steps, me)).toEqual(shown);
});

test("[CORE-158] [CORE-209] a story keeps all its lines, and a line that comes later leaves the others as they were", () => {
  const steps: Step[] = [
    [0, "visitor"],
    [0, "offered", all],
    [9, "offer_passed", { by: ivan, ...turn }],
    [20, "accepted", { by: sofia, ...turn }],
  ];
  const [, entry] = createRoutingStories(messages(steps));
  expect(entry?.story?.steps.map(({ text }) => text)).toEqual([
    "offered",
    "offer_passed",
    "accepted",
  ]);
  expect(entry?.message.text).toBe("accepted");
  expect(createRoutingStories([])).toEqual([]);
});

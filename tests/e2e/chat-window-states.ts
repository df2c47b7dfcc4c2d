import type { Media } from "@parlour/protocol";
import type { WidgetServerFrame } from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/settings/widget-settings";
import { isLongRun } from "./screen-check.ts";
import { createChat, createMessage, availability, createWelcome } from "./chat-window-fixture.ts";

const createMedia = (more: Partial<Media> & Pick<Media, "type">): Media => ({
  file: null,
  file_name: null,
  file_size: null,
  thumb: null,
  emoji: null,
  duration: null,
  width: null,
  height: null,
  performer: null,
  title: null,
  latitude: null,
  longitude: null,
  ...more,
});
const operatorProfile = { name: "Sofia Lind", photo: "" };
const visitorMessage = (seq: number, text: string) =>
  createMessage(seq, { from: "visitor", name: "", text, client_id: `c${seq}` });
const sampleMessages = [
  visitorMessage(1, "Hi, where is my order? The number is 7781."),
  createMessage(2, { from: "system", name: "", text: "", code: "accepted", detail: "Sofia Lind" }),
  createMessage(3, {
    text: "Oh no, I am sorry. A new bowl goes out today: https://shop.example/o/7781",
  }),
  createMessage(4, {
    kind: "media",
    text: "",
    media: createMedia({
      type: "document",
      file: "https://cdn.example/label.pdf",
      file_name: "Return label 7781.pdf",
      file_size: 86_016,
    }),
  }),
  createMessage(5, {
    kind: "media",
    text: "",
    media: createMedia({ type: "location", latitude: 51.5074, longitude: -0.1278 }),
  }),
  {
    ...visitorMessage(6, "Is that today in the evening?"),
    quote: "Oh no, I am sorry. A new bowl goes out today: https://shop.example/o/7781",
    quote_seq: 3,
  },
];
const botMessage = (seq: number) =>
  createMessage(seq, {
    from: "bot",
    name: "Shop assistant",
    kind: "buttons",
    title: "Order 7781",
    text: "It left us on 18 November.",
    buttons: [
      { id: "a", text: "It arrived damaged" },
      { id: "b", text: "Where is it now?" },
    ],
  });

const team = {
  agents: [
    { name: "Sofia", photo: "" },
    { name: "Ivan", photo: "" },
  ],
  available: 2,
  bot: null,
  reply_min: 5,
  timezone: null,
};

export interface WindowState {
  readonly name: string;
  /** Settings that differ from the defaults. */
  readonly face?: Partial<WidgetScriptConfig>;
  readonly state?: string;
  readonly frames: readonly WidgetServerFrame[];
  /** Text that must be visible. */
  readonly expectedText: string;
  /** Selector of the same element for all languages, if the window loads another file first. */
  readonly readySelector?: string;
}

/** One state of each kind, for other colours, directions and sizes in a short run. */
const dailyStateNames = [
  "departments and call",
  "conversation",
  "bot with buttons",
  "offline form",
  "ended",
  "call form",
];
export const getDailyStates = (): readonly WindowState[] =>
  isLongRun ? windowStates : windowStates.filter(({ name }) => dailyStateNames.includes(name));

/** Every state of the chat window that its server and its page can cause. */
const windowStates: readonly WindowState[] = [
  {
    name: "greeting",
    frames: [createWelcome({ situation: { ...availability, team } })],
    expectedText: "Usually reply in 5 min",
  },
  {
    name: "plain header",
    face: { header: "plain", accent: "#F2B705" },
    frames: [createWelcome({ situation: { ...availability, team: { ...team, agents: [] } } })],
    expectedText: "Usually reply in 5 min",
  },
  {
    name: "bright header",
    face: { accent: "#F2B705" },
    frames: [
      createWelcome({
        situation: {
          ...availability,
          team: { ...team, agents: [...team.agents, { name: "Mia", photo: "" }], available: 5 },
        },
      }),
    ],
    expectedText: "and 3 others are here",
  },
  {
    name: "departments and call",
    frames: [
      createWelcome({
        situation: {
          ...availability,
          departments: [
            { id: 1, name: "Orders and delivery", online: true },
            { id: 2, name: "Trade", online: false },
          ],
        },
      }),
    ],
    expectedText: "Who would you like to talk to?",
  },
  {
    name: "invitation",
    frames: [
      createWelcome({
        invitation: {
          text: "Choosing a glaze? I can send you photos.",
          department_id: null,
          agent: operatorProfile,
          at: 1,
        },
      }),
    ],
    expectedText: "Choosing a glaze?",
  },
  {
    name: "conversation",
    frames: [createWelcome({ chat: createChat(), messages: sampleMessages })],
    expectedText: "Return label",
    readySelector: "text=Return label",
  },
  {
    name: "typing",
    frames: [
      createWelcome({ chat: createChat(), messages: sampleMessages }),
      { type: "typing", name: "Sofia Lind", typing: true },
    ],
    expectedText: "Sofia Lind",
  },
  {
    name: "bot with buttons",
    frames: [
      createWelcome({
        chat: createChat({
          state: "bot",
          agents: [{ name: "Shop assistant", photo: "" }],
          buttons: 102,
        }),
        messages: [
          visitorMessage(1, "Hi"),
          botMessage(2),
          createMessage(3, {
            from: "bot",
            name: "Shop assistant",
            kind: "markdown",
            text: "see",
            nodes: [
              { type: "bold", nodes: [{ type: "text", text: "Bold" }] },
              {
                type: "link",
                url: "https://shop.example/track",
                nodes: [{ type: "text", text: "follow the parcel" }],
              },
            ],
          }),
        ],
      }),
    ],
    expectedText: "It arrived damaged",
    readySelector: "text=It arrived damaged",
  },
  {
    name: "agent with a button for a person",
    frames: [
      createWelcome({
        chat: createChat({
          state: "bot",
          agents: [{ name: "Shop assistant", photo: "" }],
          buttons: null,
          person: "Talk to a person",
        }),
        messages: [visitorMessage(1, "Hi"), botMessage(2)],
      }),
    ],
    expectedText: "Talk to a person",
    readySelector: "text=Talk to a person",
  },
  {
    name: "translated reply",
    frames: [
      createWelcome({
        chat: createChat(),
        messages: [
          visitorMessage(1, "Is the bowl safe in the oven?"),
          createMessage(2, { text: "Yes, up to 220 °C.", original: "Ja, bis 220 °C." }),
        ],
      }),
    ],
    expectedText: "Translated automatically",
    readySelector: "details > summary",
  },
  {
    name: "button pressed",
    frames: [
      createWelcome({
        chat: createChat({ state: "bot", buttons: null }),
        messages: [
          visitorMessage(1, "Hi"),
          botMessage(2),
          { ...visitorMessage(3, "Where is it now?"), button_id: "b" },
        ],
      }),
    ],
    expectedText: "Where is it now?",
  },
  {
    name: "queue",
    frames: [
      createWelcome({
        chat: createChat({
          state: "waiting",
          agents: [],
          queue: { place: 2, expected_s: 180 },
          promise: { until: "2026-01-05T09:00:00.000Z", late: true },
        }),
        messages: [visitorMessage(1, "Hello?")],
      }),
    ],
    expectedText: "Your place in the queue: 2, about 3 minutes",
  },
  {
    name: "contacts beside the chat",
    face: {
      contacts: {
        when: "during",
        name: "optional",
        email: "required",
        phone: "optional",
        description: "off",
      },
    },
    frames: [
      createWelcome({
        chat: createChat(),
        messages: [visitorMessage(1, "Do you glaze plates to order?")],
      }),
    ],
    expectedText: "How can we reach you",
  },
  {
    name: "contacts first",
    face: {
      contacts: {
        when: "before",
        name: "optional",
        email: "optional",
        phone: "optional",
        description: "optional",
      },
      texts: { en: { consent: "I agree that you keep these details to answer me." } },
      consent_url: "https://shop.example/privacy",
    },
    frames: [createWelcome()],
    expectedText: "Before we start",
  },
  {
    name: "offline form",
    frames: [
      createWelcome({
        situation: {
          ...availability,
          mode: "offline",
          working_hours: false,
          operators_online: false,
          opens_at: new Date(Date.now() + 14 * 3_600_000).toISOString(),
        },
      }),
    ],
    expectedText: "Leave us a message",
    readySelector: "#pw-o",
  },
  {
    name: "nobody here, chat goes on",
    frames: [
      createWelcome({
        situation: { ...availability, mode: "offline", operators_online: false },
        chat: createChat({ state: "waiting", agents: [] }),
        messages: sampleMessages,
      }),
    ],
    expectedText: "We're away right now.",
  },
  {
    name: "ended",
    frames: [
      createWelcome({
        chat: createChat({ state: "closed", closed_at: new Date().toISOString() }),
        messages: [
          ...sampleMessages,
          createMessage(6, {
            from: "system",
            name: "",
            text: "",
            code: "closed",
            detail: "Sofia Lind",
          }),
        ],
      }),
    ],
    expectedText: "How did Sofia Lind do?",
    readySelector: "#pw-r",
  },
  {
    name: "call form",
    state: "call",
    frames: [createWelcome()],
    expectedText: "Request a call-back",
    readySelector: "#pw-k",
  },
  {
    name: "call beside the chat",
    state: "chat/call",
    frames: [createWelcome({ chat: createChat(), messages: sampleMessages })],
    expectedText: "Call me",
  },
  {
    name: "no call now",
    state: "call",
    frames: [createWelcome({ situation: { ...availability, call: "hours" } })],
    expectedText: "We can't call at this hour.",
  },
  {
    name: "calling",
    state: "call",
    frames: [
      createWelcome({
        call: { id: 1, phone: "+442079460018", status: "agent_connected", reason: null },
      }),
    ],
    expectedText: "Pick up when your phone rings.",
  },
  {
    name: "call failed",
    state: "call",
    frames: [
      createWelcome({ call: { id: 1, phone: "+442079460018", status: "start", reason: null } }),
      {
        type: "call",
        call: { id: 1, phone: "+442079460018", status: "error", reason: "no_answer_client" },
      },
    ],
    expectedText: "There was no answer.",
  },
];

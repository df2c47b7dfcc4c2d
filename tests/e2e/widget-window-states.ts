import type { Media } from "@parlour/protocol";
import type { WidgetServerFrame } from "@parlour/protocol/widget";
import type { WidgetScriptConfig } from "@parlour/protocol/widget-settings";
import { isLongRun } from "./look.ts";
import { chat, message, situation, welcome } from "./widget-window-bed.ts";

const media = (more: Partial<Media> & Pick<Media, "type">): Media => ({
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
const agent = { name: "Sofia Lind", photo: "" };
const mine = (seq: number, text: string) => message(seq, { from: "visitor", name: "", text, client_id: `c${seq}` });
const talk = [
  mine(1, "Hi, where is my order? The number is 7781."),
  message(2, { from: "system", name: "", text: "", code: "accepted", detail: "Sofia Lind" }),
  message(3, { text: "Oh no, I am sorry. A new bowl goes out today: https://shop.example/o/7781" }),
  message(4, {
    kind: "media",
    text: "",
    media: media({ type: "document", file: "https://cdn.example/label.pdf", file_name: "Return label 7781.pdf", file_size: 86_016 }),
  }),
  message(5, { kind: "media", text: "", media: media({ type: "location", latitude: 51.5074, longitude: -0.1278 }) }),
];
const bot = (seq: number) =>
  message(seq, {
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
  readonly shows: string;
  /** Selector of the same element for all languages, if the window loads another file first. */
  readonly stands?: string;
}

/** One state of each kind, for other colours, directions and sizes in a short run. */
const kinds = ["departments and call", "conversation", "bot with buttons", "offline form", "ended", "call form"];
export const ofEachKind = (): readonly WindowState[] =>
  isLongRun ? windowStates : windowStates.filter(({ name }) => kinds.includes(name));

/** Every state of the chat window that its server and its page can cause. */
export const windowStates: readonly WindowState[] = [
  { name: "greeting", frames: [welcome({ situation: { ...situation, team } })], shows: "Usually reply in 5 min" },
  {
    name: "plain header",
    face: { header: "plain", accent: "#F2B705" },
    frames: [welcome({ situation: { ...situation, team: { ...team, agents: [] } } })],
    shows: "Usually reply in 5 min",
  },
  {
    name: "bright header",
    face: { accent: "#F2B705" },
    frames: [
      welcome({ situation: { ...situation, team: { ...team, agents: [...team.agents, { name: "Mia", photo: "" }], available: 5 } } }),
    ],
    shows: "and 3 others are here",
  },
  {
    name: "departments and call",
    frames: [
      welcome({
        situation: {
          ...situation,
          departments: [
            { id: 1, name: "Orders and delivery", online: true },
            { id: 2, name: "Trade", online: false },
          ],
        },
      }),
    ],
    shows: "Who should answer?",
  },
  {
    name: "invitation",
    frames: [welcome({ invitation: { text: "Choosing a glaze? I can send you photos.", department_id: null, agent, at: 1 } })],
    shows: "Choosing a glaze?",
  },
  { name: "conversation", frames: [welcome({ chat: chat(), messages: talk })], shows: "Return label", stands: "text=Return label" },
  {
    name: "typing",
    frames: [welcome({ chat: chat(), messages: talk }), { type: "typing", name: "Sofia Lind", typing: true }],
    shows: "Sofia Lind",
  },
  {
    name: "bot with buttons",
    frames: [
      welcome({
        chat: chat({ state: "bot", agents: [{ name: "Shop assistant", photo: "" }], buttons: 102 }),
        messages: [
          mine(1, "Hi"),
          bot(2),
          message(3, {
            from: "bot",
            name: "Shop assistant",
            kind: "markdown",
            text: "see",
            nodes: [
              { type: "bold", nodes: [{ type: "text", text: "Bold" }] },
              { type: "link", url: "https://shop.example/track", nodes: [{ type: "text", text: "follow the parcel" }] },
            ],
          }),
        ],
      }),
    ],
    shows: "It arrived damaged",
    stands: "text=It arrived damaged",
  },
  {
    name: "button pressed",
    frames: [
      welcome({
        chat: chat({ state: "bot", buttons: null }),
        messages: [mine(1, "Hi"), bot(2), { ...mine(3, "Where is it now?"), button_id: "b" }],
      }),
    ],
    shows: "Where is it now?",
  },
  {
    name: "queue",
    frames: [
      welcome({
        chat: chat({ state: "waiting", agents: [], queue: { place: 2, expected_s: 180 } }),
        messages: [mine(1, "Hello?")],
      }),
    ],
    shows: "Your place in the queue: 2, about 3 minutes",
  },
  {
    name: "contacts beside the chat",
    face: { contacts: { when: "during", name: "optional", email: "required", phone: "optional", description: "off" } },
    frames: [welcome({ chat: chat(), messages: [mine(1, "Do you glaze plates to order?")] })],
    shows: "Where can we reach you",
  },
  {
    name: "contacts first",
    face: {
      contacts: { when: "before", name: "optional", email: "optional", phone: "optional", description: "optional" },
      texts: { en: { consent: "I agree that you keep these details to answer me." } },
      consent_url: "https://shop.example/privacy",
    },
    frames: [welcome()],
    shows: "Before we start",
  },
  {
    name: "offline form",
    frames: [
      welcome({
        situation: {
          ...situation,
          mode: "offline",
          working_hours: false,
          operators_online: false,
          opens_at: new Date(Date.now() + 14 * 3_600_000).toISOString(),
        },
      }),
    ],
    shows: "Leave us a message",
    stands: "#pw-o",
  },
  {
    name: "nobody here, chat goes on",
    frames: [
      welcome({
        situation: { ...situation, mode: "offline", operators_online: false },
        chat: chat({ state: "waiting", agents: [] }),
        messages: talk,
      }),
    ],
    shows: "Nobody is here at the moment.",
  },
  {
    name: "ended",
    frames: [
      welcome({
        chat: chat({ state: "closed", closed_at: new Date().toISOString() }),
        messages: [...talk, message(6, { from: "system", name: "", text: "", code: "closed", detail: "Sofia Lind" })],
      }),
    ],
    shows: "How was it with Sofia Lind?",
    stands: "#pw-r",
  },
  { name: "call form", state: "call", frames: [welcome()], shows: "We call you", stands: "#pw-k" },
  {
    name: "call beside the chat",
    state: "chat/call",
    frames: [welcome({ chat: chat(), messages: talk })],
    shows: "Call me",
  },
  {
    name: "no call now",
    state: "call",
    frames: [welcome({ situation: { ...situation, call: "hours" } })],
    shows: "We do not call at this hour.",
  },
  {
    name: "calling",
    state: "call",
    frames: [welcome({ call: { id: 1, phone: "+442079460018", status: "agent_connected", reason: null } })],
    shows: "Pick up when your phone rings.",
  },
  {
    name: "call failed",
    state: "call",
    frames: [
      welcome({ call: { id: 1, phone: "+442079460018", status: "start", reason: null } }),
      { type: "call", call: { id: 1, phone: "+442079460018", status: "error", reason: "no_answer_client" } },
    ],
    shows: "Nobody answered at your number.",
  },
];

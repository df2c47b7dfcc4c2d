/** One event of interface C as Parlour sends it, with sample data. */
export interface SampleEvent {
  readonly name: string;
  /** Whether Parlour reads more than `result` from the reply (WH-041, WH-042). */
  readonly isAnswered: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

const chatId = 88_121;
const visitor = {
  name: "Nadia Ross",
  email: "nadia@shop.example",
  phone: "",
  number: "412",
  description: "",
  social: {},
  chats_count: 3,
};
const agent = { id: "9", name: "Ines", email: "ines@desk.example", phone: "+4930555" };
/** The agent of an event while no operator has the chat or call (WH-024). */
export const emptyAgent = { id: "0", name: "", email: "", phone: "" };
const session = {
  geoip: {
    region_code: "BE",
    country: "Germany",
    country_code: "DE",
    region: "Berlin",
    city: "Berlin",
    latitude: "52.52",
    longitude: "13.40",
    organization: "Example Net",
  },
  utm: "source=news|campaign=autumn",
  utm_json: { source: "news", campaign: "autumn", content: "", medium: "", term: "" },
  ip_addr: "192.0.2.15",
  user_agent: "Mozilla/5.0",
};
const call = {
  type: "callback",
  phone: "+4930111222",
  status: "end",
  record_url: "https://chat.example/files/rec/ab12.mp3",
};
const page = { url: "https://shop.example/returns", title: "Returns" };
/**
 * The session of an event on a chat channel, which has no data of a visit (WH-025). All keys are
 * present with the value "".
 */
export const emptySession = {
  geoip: Object.fromEntries(Object.keys(session.geoip).map((key) => [key, ""])),
  utm: "",
  utm_json: { source: "", campaign: "", content: "", medium: "", term: "" },
  ip_addr: "",
  user_agent: "",
};

/** Creates one sample of each event. `at` is the time of the events, Unix seconds. */
export function createSampleEvents(at: number): readonly SampleEvent[] {
  const common = { widget_id: "Lk29fQw7Za", visitor, session, page, event_timestamp: at };
  const inChat = { chat_id: chatId, ...common };
  return [
    {
      name: "chat_accepted",
      isAnswered: true,
      body: {
        event_name: "chat_accepted",
        ...inChat,
        user_token: "u_5f2c",
        agent,
        department: { id: 2, name: "Returns" },
      },
    },
    {
      name: "chat_updated",
      isAnswered: true,
      body: { event_name: "chat_updated", ...inChat, agent },
    },
    {
      name: "chat_assigned",
      isAnswered: false,
      body: {
        event_name: "chat_assigned",
        ...inChat,
        agent,
        assign_to: "https://crm.example/card/55",
      },
    },
    {
      name: "chat_finished",
      isAnswered: false,
      body: createChatFinished(
        at,
        [{ message: "Hello", timestamp: at, type: "visitor" }],
        "positive",
      ),
    },
    {
      name: "offline_message",
      isAnswered: false,
      body: {
        event_name: "offline_message",
        ...common,
        offline_message_id: "731",
        message: "Please call me back",
        timestamp: at,
      },
    },
    {
      name: "call_event",
      isAnswered: false,
      body: { event_name: "call_event", ...inChat, agent, call },
    },
    ...createOptionalEvents(at, common),
  ];
}

/** Creates one sample of each event that a webhook must ask for (WH-105). */
function createOptionalEvents(
  at: number,
  common: Readonly<Record<string, unknown>>,
): readonly SampleEvent[] {
  const inChat = { chat_id: chatId, ...common, agent };
  const message = { id: 40_117, seq: 3, kind: "text", timestamp: at };
  const createEvent = (name: string, isAnswered: boolean, fields: object): SampleEvent => ({
    name,
    isAnswered,
    body: { event_name: name, ...inChat, ...fields },
  });
  return [
    createEvent("chat_created", true, {}),
    createEvent("message_created", false, {
      chat_message: { ...message, type: "visitor", name: visitor.name, message: "Hello" },
    }),
    createEvent("chat_rated", false, { agents: [agent], rate: "positive" }),
    createEvent("visitor_updated", true, {
      changes: [{ field: "phone", by: "operator", agent_id: 9 }],
    }),
    createEvent("message_delivery_failed", false, {
      chat_message: { ...message, type: "agent", agent_id: 9, name: agent.name },
      delivery: { id: 40_119, to: "channel", attempts: 3, code: "http_error" },
    }),
  ];
}

export interface LogMessage {
  readonly message: string;
  readonly timestamp: number;
  readonly type: "visitor" | "agent";
  readonly agent_id?: number;
}

/** Creates a `chat_finished` event with the given messages (WH-028, WH-029). */
export function createChatFinished(
  at: number,
  messages: readonly LogMessage[],
  rate: "positive" | "negative" | null,
): Readonly<Record<string, unknown>> {
  return {
    event_name: "chat_finished",
    chat_id: chatId,
    widget_id: "Lk29fQw7Za",
    visitor,
    agents: messages.some((message) => message.agent_id === 9) ? [agent] : [],
    session,
    page,
    event_timestamp: at,
    chat: { messages, rate, blacklisted: false },
    plain_messages: messages
      .map(
        (message) =>
          `2026-11-20 07:40:00 ${message.type === "visitor" ? "Nadia Ross" : "Ines"}: ${message.message}`,
      )
      .join("\n"),
    html_messages: messages
      .map(
        (message) =>
          `<p><time>2026-11-20 07:40:00</time> <b>Nadia Ross</b>: ${escapeHtml(message.message)}</p>`,
      )
      .join(""),
  };
}

/**
 * Escapes the text as WH-029 requires. Samples are sent to a receiver and never shown on a page.
 */
const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

import { createSampleEvent, webhookEvents, webhookEventTable } from "@parlour/protocol/webhook";

export interface NamedBody {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}
/** One event of interface C as Parlour sends it, with sample data. */
export interface SampleEvent extends NamedBody {
  /** Whether Parlour reads more than `result` from the reply (WH-041, WH-042). */
  readonly isAnswered: boolean;
}

const chatId = 88_121;
/** The agent of an event while no operator has the chat or call (WH-024). */
export const emptyAgent = { id: "0", name: "", email: "", phone: "" };
const emptyGeoip = {
  region_code: "",
  country: "",
  country_code: "",
  region: "",
  city: "",
  latitude: "",
  longitude: "",
  organization: "",
};
/** The session on a chat channel, without a visit: all keys have the value "" (WH-025). */
export const emptySession = {
  geoip: emptyGeoip,
  utm: "",
  utm_json: { source: "", campaign: "", content: "", medium: "", term: "" },
  ip_addr: "",
  user_agent: "",
};

/** Creates one published sample of each event. `at`: their time, Unix seconds. */
export function createSampleEvents(at: number): readonly SampleEvent[] {
  const { agent } = webhookEventTable.chat_accepted.sample(at);
  return webhookEvents.map((name) => {
    const body: Record<string, unknown> = { ...createSampleEvent(name, at) };
    if ("chat_id" in body) body["chat_id"] = chatId;
    // A check of its own sends an event without an operator (WH-024).
    if ("agent" in body) body["agent"] = agent;
    // Fields that only some installations and visitors have.
    if (name === "chat_accepted")
      Object.assign(body, { user_token: "u_5f2c", department: { id: 2, name: "Returns" } });
    return { name, isAnswered: webhookEventTable[name].takesData, body };
  });
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
  const sample = webhookEventTable.chat_finished.sample(at);
  return {
    ...sample,
    chat_id: chatId,
    agents: messages.some((message) => message.agent_id === 9) ? sample.agents : [],
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

/** Escapes as WH-029 requires. Samples are sent to a receiver and never shown on a page. */
const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

import type { WebhookBody, WebhookEventName } from "@parlour/protocol/webhook";

/** Creates the body of a test event (WH-070). `chat_id` is 0. `at` is in seconds since 1970. */
export function createSampleEvent(event: WebhookEventName, at: number): WebhookBody {
  return bodyByEvent[event](at);
}

const createVisitFields = (at: number) => ({
  widget_id: "Lk29fQw7Za",
  visitor: {
    name: "Nadia Ross",
    email: "nadia@shop.example",
    phone: "+4930111222",
    number: "412",
    description: "",
    social: {},
    chats_count: 3,
  },
  session: {
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
  },
  page: { url: "https://shop.example/returns", title: "Returns" },
  event_timestamp: at,
});
const agent = { id: "9", name: "Ines", email: "ines@desk.example", phone: "+4930555" };

const createMessage = (at: number) => ({
  id: 40_117,
  seq: 3,
  type: "visitor" as const,
  kind: "text" as const,
  timestamp: at,
  name: "Nadia Ross",
});

const bodyByEvent: Readonly<Record<WebhookEventName, (at: number) => WebhookBody>> = {
  chat_accepted: (at) => ({
    event_name: "chat_accepted",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
  }),
  chat_updated: (at) => ({
    event_name: "chat_updated",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
  }),
  chat_assigned: (at) => ({
    event_name: "chat_assigned",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
    assign_to: "https://crm.example/card/55",
  }),
  chat_finished: (at) => ({
    event_name: "chat_finished",
    chat_id: 0,
    ...createVisitFields(at),
    agents: [agent],
    chat: {
      messages: [
        { message: "Hello", timestamp: at - 60, type: "visitor" },
        { message: "Hi Nadia", timestamp: at - 48, type: "agent", agent_id: 9 },
      ],
      rate: "positive",
      blacklisted: false,
    },
    plain_messages: "2025-11-20 07:40:00 Nadia Ross: Hello\n2025-11-20 07:40:12 Ines: Hi Nadia",
    html_messages:
      "<p><time>2025-11-20 07:40:00</time> <b>Nadia Ross</b>: Hello</p>\n<p><time>2025-11-20 07:40:12</time> <b>Ines</b>: Hi Nadia</p>",
  }),
  call_event: (at) => ({
    event_name: "call_event",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
    call: {
      type: "callback",
      phone: "+4930111222",
      status: "end",
      record_url: "https://chat.example/files/rec/ab12.mp3",
    },
  }),
  offline_message: (at) => ({
    event_name: "offline_message",
    ...createVisitFields(at),
    offline_message_id: "731",
    message: "Please call me back",
    timestamp: at,
  }),
  chat_created: (at) => ({
    event_name: "chat_created",
    chat_id: 0,
    ...createVisitFields(at),
    agent: { id: "0", name: "", email: "", phone: "" },
  }),
  message_created: (at) => ({
    event_name: "message_created",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
    chat_message: { ...createMessage(at), message: "Where is my parcel?" },
  }),
  chat_rated: (at) => ({
    event_name: "chat_rated",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
    agents: [agent],
    rate: "positive",
  }),
  visitor_updated: (at) => ({
    event_name: "visitor_updated",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
    changes: [{ field: "phone", by: "operator", agent_id: 9 }],
  }),
  message_delivery_failed: (at) => ({
    event_name: "message_delivery_failed",
    chat_id: 0,
    ...createVisitFields(at),
    agent,
    chat_message: { ...createMessage(at), type: "agent", agent_id: 9, name: "Ines" },
    delivery: { id: 40_119, to: "channel", attempts: 3, code: "http_error" },
  }),
};

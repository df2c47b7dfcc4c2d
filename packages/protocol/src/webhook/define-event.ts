import { Type, type Static, type TObject, type TProperties } from "typebox";
import { ChatPriority } from "../entity/chat.ts";
import { PlainFieldValues } from "../entity/visitor.ts";
import { omitAbsent } from "../omit-absent.ts";
import { webhookEventFacts, type WebhookEventName } from "../settings/webhook-events.ts";
import {
  WebhookAnalytics,
  WebhookCustomData,
  WebhookDepartment,
  WebhookPage,
  WebhookPromise,
  WebhookSession,
  WebhookSla,
  WebhookTag,
  WebhookVisitor,
} from "./parts.ts";

const Text = Type.String();
/** Fields of every event (WH-020), with the optional blocks of WH-026. */
const commonFields = {
  widget_id: Text,
  user_token: Type.Optional(Text),
  event_timestamp: Type.Integer(),
  visitor: WebhookVisitor,
  department: Type.Optional(WebhookDepartment),
  session: WebhookSession,
  page: WebhookPage,
  analytics: Type.Optional(WebhookAnalytics),
  tags: Type.Optional(Type.Array(WebhookTag)),
  priority: Type.Optional(ChatPriority),
  /** What is due next in the chat (SLA-014). Absent: nothing. */
  sla: Type.Optional(WebhookSla),
  /** The latest promise to the visitor (PROM-007). Absent: none. */
  promise: Type.Optional(WebhookPromise),
  invitation: Type.Optional(Text),
  custom_data: Type.Optional(Type.Array(WebhookCustomData)),
  /** Values of fields of the chat by key (WH-116). Absent: none. */
  fields: Type.Optional(PlainFieldValues),
};

/** Values of these fields in a sample. `at`: time of the event in seconds since 1970. */
const sampleFields = (at: number) => ({
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

/**
 * Declares an event. `fields`: fields of its body in addition to those of every event. The result
 * takes their values in a sample, except `chat_id`.
 */
export function defineEvent<const N extends WebhookEventName, F extends TProperties>(
  name: N,
  fields: F,
) {
  const schema = Type.Object({ event_name: Type.Literal(name), ...commonFields, ...fields });
  return (sample: (at: number) => Omit<Static<TObject<F>>, "chat_id">) => ({
    ...webhookEventFacts[name],
    schema,
    /** Creates the body of a sample (WH-070), whose `chat_id` is 0. */
    sample: (at: number) =>
      // The compiler does not see that the parts together have all fields. A test checks it.
      ({
        event_name: name,
        ...omitAbsent({ chat_id: "chat_id" in fields ? 0 : undefined }),
        ...sampleFields(at),
        ...sample(at),
      }) as unknown as Static<typeof schema>,
  });
}

import { WebhookEvent } from "@parlour/protocol/api";
import * as webhook from "@parlour/protocol/webhook";
import type { WebhookEventName } from "@parlour/protocol/webhook";
import { createSampleEvent } from "../edges/webhook/sample-events.ts";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";

/**
 * Describes interface C as OpenAPI 3.1 (CORE-134): the requests that Parlour sends, and the content
 * of their responses. Tests compare the bodies with the same schemas.
 */
export function describeWebhooks(): object {
  return nameSchemas(
    {
      openapi: "3.1.0",
      info: {
        title: "Parlour event webhooks (interface C)",
        version: "1",
        license,
        description:
          "Rules: docs/spec/webhook.md. Version 1; within it only additions are made: ignore what you do not know (CORE-133). `session.utm` is deprecated.",
      },
      servers: [
        {
          url: "{webhook_url}",
          description: "Your endpoint.",
          variables: { webhook_url: { default: "http://localhost:8080/parlour" } },
        },
      ],
      tags: [
        {
          name: "events",
          description: "Events of chats, messages, visitors, calls and offline messages.",
        },
      ],
      paths: {},
      webhooks: Object.fromEntries(
        webhook.webhookEvents.map((event) => [event, describeEvent(event)]),
      ),
      components: { securitySchemes: { signature } },
    },
    [webhook, { WebhookEvent }],
  );
}

/** Describes the request of an event and its responses. */
function describeEvent(event: WebhookEventName): object {
  const reply = webhook.eventsWithData.includes(event)
    ? webhook.WebhookDataReply
    : webhook.WebhookReply;
  return {
    post: {
      operationId: toCamelCase(event),
      tags: ["events"],
      security: [{ signature: [] }],
      summary: summaries[event],
      description:
        "Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.",
      parameters: headers,
      requestBody: {
        required: true,
        ...describeJson(webhook.webhookBodies[event], createSampleEvent(event, sampleTimeS)),
      },
      responses: {
        "2XX": {
          description: "Taken. Data is used only with `result` ok (WH-041).",
          ...describeJson(reply),
        },
        410: { description: "Gone: nothing more is sent (WH-062)." },
        default: {
          description: "Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061).",
        },
      },
    },
  };
}

/** Returns `chatAccepted` for `chat_accepted`, so that generators make good names of methods. */
const toCamelCase = (name: string): string =>
  name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase());

/** Describes a JSON content. */
const describeJson = (schema: object, example?: unknown): object => ({
  content: {
    "application/json": {
      schema,
      ...(example === undefined ? {} : { example }),
    },
  },
});

/** The headers of each request. */
const headers: readonly object[] = [
  describeHeader("Parlour-Event", "Name of the event.", WebhookEvent),
  describeHeader(
    "Parlour-Seq",
    "Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064).",
    {
      type: "string",
      pattern: "^[0-9]+$",
    },
  ),
  describeHeader(
    "Parlour-Test",
    "`1`: a test event (WH-070).",
    { type: "string", const: "1" },
    false,
  ),
  describeHeader(
    "webhook-id",
    "The same in every attempt and replay: what was seen before is dropped by it (WH-063).",
    {
      type: "string",
    },
  ),
  describeHeader("webhook-timestamp", "Unix seconds of this attempt.", { type: "string" }),
  describeHeader(
    "webhook-signature",
    "Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073).",
    {
      type: "string",
    },
  ),
];

/** Time of the samples in seconds since 1970. Fixed, so that the document does not change. */
const sampleTimeS = 1_763_620_800;
const summaries: Readonly<Record<WebhookEventName, string>> = {
  call_event: "Operators get a new call, or a call changes its status",
  chat_accepted: "An operator takes a chat for the first time (WH-011)",
  chat_assigned: "The operator binds the chat to the CRM card returned as crm_link (WH-045)",
  chat_updated: "What is known of the visitor changed while the chat runs (WH-012)",
  chat_finished: "The chat has ended (WH-013)",
  offline_message: "A visitor sent the offline form (WH-032)",
  chat_created: "A chat begins; only to webhooks that name it (WH-105)",
  message_created: "A chat has a new message; only to webhooks that name it (WH-108)",
  chat_rated: "The visitor rates a chat or changes the rating (WH-110)",
  visitor_updated: "Name, e-mail, phone or description of a visitor changed (WH-111)",
  message_delivery_failed: "A message could not be delivered, and no attempt follows (WH-112)",
};

function describeHeader(
  name: string,
  description: string,
  schema: object,
  required = true,
): object {
  return { name, in: "header", required, description, schema };
}

import { ChatPriority } from "@parlour/protocol";
import { WebhookEvent } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import * as webhook from "@parlour/protocol/webhook";
import type { WebhookEventName } from "@parlour/protocol/webhook";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";
import { addTexts } from "./texts/add-texts.ts";

/**
 * Describes interface C as OpenAPI 3.1 (CORE-134): the requests that Parlour sends, and the content
 * of their responses. Tests compare the bodies with the same schemas.
 */
export function describeWebhooks(): object {
  return addTexts(
    nameSchemas(
      {
        openapi: "3.1.0",
        info: { title: "Parlour event webhooks (interface C)", version: "1", license },
        servers: [
          {
            url: "{webhook_url}",
            variables: { webhook_url: { default: "http://localhost:8080/parlour" } },
          },
        ],
        tags: [{ name: "events" }],
        paths: {},
        webhooks: Object.fromEntries(
          webhook.webhookEvents.map((event) => [event, describeEvent(event)]),
        ),
        components: { securitySchemes: { signature } },
      },
      [webhook, webhook.webhookBodySchemas, { WebhookEvent, ChatPriority }],
    ),
    "webhook.json",
  );
}

function describeEvent(event: WebhookEventName): object {
  const reply = webhook.eventsWithData.includes(event)
    ? webhook.WebhookDataReply
    : webhook.WebhookReply;
  return {
    post: {
      operationId: toCamelCase(event),
      tags: ["events"],
      security: [{ signature: [] }],
      summary: webhook.webhookEventTable[event].summary,
      parameters: headers,
      requestBody: {
        required: true,
        ...describeJson(
          webhook.webhookBodies[event],
          webhook.createSampleEvent(event, sampleTimeS),
        ),
      },
      responses: { "2XX": describeJson(reply), 410: {}, default: {} },
    },
  };
}

/** Returns `chatAccepted` for `chat_accepted`, so that generators make good names of methods. */
const toCamelCase = (name: string): string =>
  name.replaceAll(/_(.)/g, (_match, letter: string) => letter.toUpperCase());

const describeJson = (schema: object, example?: unknown): object => ({
  content: {
    "application/json": {
      schema,
      ...omitAbsent({ example }),
    },
  },
});

const headers: readonly object[] = [
  describeHeader("Parlour-Event", WebhookEvent),
  describeHeader("Parlour-Seq", { type: "string", pattern: "^[0-9]+$" }),
  describeHeader("Parlour-Test", { type: "string", const: "1" }, false),
  describeHeader("webhook-id", { type: "string" }),
  describeHeader("webhook-timestamp", { type: "string" }),
  describeHeader("webhook-signature", { type: "string" }),
];

/** Time of the samples in seconds since 1970. Fixed, so that the document does not change. */
const sampleTimeS = 1_763_620_800;

function describeHeader(name: string, schema: object, required = true): object {
  return { name, in: "header", required, schema };
}

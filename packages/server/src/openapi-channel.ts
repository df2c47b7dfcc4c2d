import * as channel from "@parlour/protocol/channel";
import { codeEffects } from "./edges/channel/policy.ts";

/**
 * Describes interface A as OpenAPI 3.1 (CORE-134): the calls of integrators, and as a webhook the
 * requests to their endpoint. The edge's validation is tested against the same schemas.
 */
export function describeChannel(): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Parlour chat channel (interface A)",
      version: "1",
      description:
        "Rules: docs/spec/channel.md. Version 1 has no version in its path; within it only additions are made: ignore what you do not know (CORE-133).",
    },
    servers: [{ url: "{webhook_base_url}", variables: { webhook_base_url: { default: "http://localhost:3000/channel" } } }],
    paths: {
      "/{random_string}/{channel_public_id}": { parameters: address, post: customerMessage() },
      "/{random_string}/{channel_public_id}/status": { parameters: address, get: channelStatus() },
    },
    webhooks: { operatorMessage: { post: operatorMessage() } },
  };
}

const address = ["random_string", "channel_public_id"].map((name) => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string", maxLength: 64 },
}));

function customerMessage(): object {
  return {
    operationId: "sendCustomerMessage",
    summary: "A customer's message or typing notice (CH-030)",
    description:
      "200 is answered after the message is on disk. 5xx: not acknowledged, the outcome may be unknown; repeat with the same Idempotency-Key.",
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        schema: { type: "string", minLength: 1, maxLength: 255 },
        description: "CH-057: kept 24 h.",
      },
    ],
    requestBody: { required: true, ...json(channel.ChannelRequest) },
    responses: {
      200: { description: "Accepted (CH-031).", ...json(channel.ChannelAccepted) },
      400: problem("The body is wrong; nothing was stored (CH-039)."),
      403: problem("The channel is switched off (CH-110)."),
      404: problem("Unknown address (CH-020)."),
      405: problem("Another method."),
      413: problem("More than 256 KiB (CH-034)."),
      415: problem("Another content type or coding (CH-032)."),
      422: problem("The key came with another body (CH-058)."),
      429: problem("Above a limit; see Retry-After (CH-035)."),
      500: problem("A fault of ours."),
      503: problem("Storage does not answer; see Retry-After (CH-037)."),
    },
  };
}

function channelStatus(): object {
  return {
    operationId: "channelStatus",
    summary: "Whether an operator can answer now (CH-010)",
    responses: {
      200: { description: "1 yes, 0 no.", ...json(channel.ChannelStatus) },
      404: problem("Unknown address."),
      429: problem("Above a limit."),
    },
  };
}

function operatorMessage(): object {
  return {
    summary: "An operator's message, posted to the endpoint of the channel (CH-070)",
    description: `Sent at 0, 3 and 6 s until accepted, 3 s each, in order per customer; always with the same message id and webhook-id, signed by Standard Webhooks. Error codes with an effect of their own: ${Object.keys(codeEffects).join(", ")} (CH-082).`,
    requestBody: json(channel.ChannelReply),
    responses: {
      200: {
        description: '`{"result":"ok"}`: accepted. An `error` object: refused (CH-080).',
        content: { "application/json": { schema: { anyOf: [plain(channel.ChannelAccepted), plain(channel.ChannelError)] } } },
      },
    },
  };
}

function json(schema: object): object {
  return { content: { "application/json": { schema: plain(schema) } } };
}
function problem(description: string): object {
  return { description, ...json(channel.ChannelError) };
}

/** Returns the text of docs/api/channel.json. */
export function channelApiText(): string {
  return `${JSON.stringify(describeChannel(), null, 1)}\n`;
}

/** Removes the marks of the schema library. */
const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema));

// `node packages/server/src/openapi-channel.ts > docs/api/channel.json`
if (import.meta.main) process.stdout.write(channelApiText());

import * as channel from "@parlour/protocol/channel";
import { errorCodeEffects } from "../edges/channel/retry-policy.ts";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";

/**
 * Describes interface A as OpenAPI 3.1 (CORE-134): the requests of integrators, and as a webhook
 * the requests to their endpoint. Tests compare the validation of the edge with the same schemas.
 */
export function describeChannel(): object {
  return nameSchemas(
    {
      openapi: "3.1.0",
      info: {
        title: "Parlour chat channel (interface A)",
        version: "1",
        license,
        description:
          "Rules: docs/spec/channel.md. Version 1 has no version in its path; within it only additions are made: ignore what you do not know (CORE-133).",
      },
      servers: [
        {
          url: "{webhook_base_url}",
          variables: { webhook_base_url: { default: "http://localhost:3000/channel" } },
        },
      ],
      tags: [
        { name: "messages", description: "Messages of customers and operators." },
        { name: "status", description: "Availability of operators." },
      ],
      paths: {
        "/{random_string}/{channel_public_id}": {
          parameters: pathParameters,
          post: describeCustomerMessage(),
        },
        "/{random_string}/{channel_public_id}/status": {
          parameters: pathParameters,
          get: describeChannelStatus(),
        },
      },
      webhooks: { operatorMessage: { post: describeOperatorMessage() } },
      components: { securitySchemes: { signature } },
    },
    [channel],
  );
}

const pathParameters = ["random_string", "channel_public_id"].map((name) => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string", maxLength: 64 },
}));

function describeCustomerMessage(): object {
  return {
    operationId: "sendCustomerMessage",
    tags: ["messages"],
    security: [],
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
    requestBody: { required: true, ...jsonContent(channel.ChannelRequest) },
    responses: {
      200: { description: "Accepted (CH-031).", ...jsonContent(channel.ChannelAccepted) },
      400: errorResponse("The body is wrong; nothing was stored (CH-039)."),
      403: errorResponse("The channel is switched off (CH-110)."),
      404: errorResponse("Unknown address (CH-020)."),
      405: errorResponse("Another method."),
      413: errorResponse("More than 256 KiB (CH-034)."),
      415: errorResponse("Another content type or coding (CH-032)."),
      422: errorResponse("The key came with another body (CH-058)."),
      429: errorResponse("Above a limit; see Retry-After (CH-035)."),
      500: errorResponse("A fault of ours."),
      503: errorResponse("Storage does not answer; see Retry-After (CH-037)."),
    },
  };
}

function describeChannelStatus(): object {
  return {
    operationId: "getChannelStatus",
    tags: ["status"],
    security: [],
    summary: "Whether an operator can answer now (CH-010)",
    responses: {
      200: { description: "1 yes, 0 no.", ...jsonContent(channel.ChannelStatus) },
      404: errorResponse("Unknown address."),
      429: errorResponse("Above a limit."),
    },
  };
}

function describeOperatorMessage(): object {
  return {
    operationId: "operatorMessage",
    tags: ["messages"],
    security: [{ signature: [] }],
    summary: "An operator's message, posted to the endpoint of the channel (CH-070)",
    description: `Sent at 0, 3 and 6 s until accepted, 3 s each, in order per customer; always with the same message id and webhook-id, signed by Standard Webhooks. Error codes with an effect of their own: ${Object.keys(errorCodeEffects).join(", ")} (CH-082).`,
    requestBody: jsonContent(channel.ChannelReply),
    responses: {
      200: {
        description: '`{"result":"ok"}`: accepted. An `error` object: refused (CH-080).',
        content: {
          "application/json": {
            schema: {
              anyOf: [channel.ChannelAccepted, channel.ChannelError],
            },
          },
        },
      },
    },
  };
}

function jsonContent(schema: object): object {
  return { content: { "application/json": { schema } } };
}
function errorResponse(description: string): object {
  return { description, ...jsonContent(channel.ChannelError) };
}

import * as channel from "@parlour/protocol/channel";
import { errorCodeEffects } from "../edges/channel/retry-policy.ts";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";
import { addTexts } from "./texts/add-texts.ts";

/**
 * Describes interface A as OpenAPI 3.1 (CORE-134): the requests of integrators, and as a webhook
 * the requests to their endpoint. Tests compare the validation of the edge with the same schemas.
 */
export function describeChannel(): object {
  return addTexts(
    nameSchemas(
      {
        openapi: "3.1.0",
        info: { title: "Parlour chat channel (interface A)", version: "1", license },
        servers: [
          {
            url: "{webhook_base_url}",
            variables: { webhook_base_url: { default: "http://localhost:3000/channel" } },
          },
        ],
        tags: [{ name: "messages" }, { name: "status" }],
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
    ),
    "channel.json",
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
    summary: "Send a message or a typing notice of a customer",
    parameters: [
      {
        name: "Idempotency-Key",
        in: "header",
        required: false,
        schema: { type: "string", minLength: 1, maxLength: 255 },
      },
    ],
    requestBody: { required: true, ...jsonContent(channel.ChannelRequest) },
    responses: {
      200: jsonContent(channel.ChannelAccepted),
      ...describeErrors([400, 403, 404, 405, 413, 415, 422, 429, 500, 503]),
    },
  };
}

function describeChannelStatus(): object {
  return {
    operationId: "getChannelStatus",
    tags: ["status"],
    security: [],
    summary: "Check whether an operator can answer now",
    responses: {
      200: jsonContent(channel.ChannelStatus),
      ...describeErrors([404, 429]),
    },
  };
}

function describeOperatorMessage(): object {
  return {
    operationId: "operatorMessage",
    tags: ["messages"],
    security: [{ signature: [] }],
    summary: "An operator sent a message",
    description: `Some error codes have an effect of their own: ${Object.keys(errorCodeEffects).join(", ")} (CH-082).`,
    requestBody: jsonContent(channel.ChannelReply),
    responses: {
      200: {
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
function describeErrors(statuses: readonly number[]): object {
  return Object.fromEntries(statuses.map((status) => [status, jsonContent(channel.ChannelError)]));
}

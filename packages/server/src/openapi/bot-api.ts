import * as bot from "@parlour/protocol/bot";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";
import { addTexts } from "./texts/add-texts.ts";

/** Describes interface B (CORE-134): requests of providers, and those to them as webhooks. */
export function describeBot(): object {
  return addTexts(nameSchemas(content, [bot]), "bot.json");
}

const errorStatuses = [400, 401, 403, 404, 405, 413, 415, 429, 500, 502, 503, 504];

const content = {
  openapi: "3.1.0",
  info: { title: "Parlour bot provider API (interface B)", version: "1", license },
  servers: [
    {
      url: "{bot_base_url}",
      variables: { bot_base_url: { default: "http://localhost:3000/bot" } },
    },
  ],
  tags: [{ name: "events" }],
  paths: {
    "/webhooks/{provider_id}/{token}": describePost(
      "sendBotEvent",
      "Send a bot message or invite an operator",
      { security: [] },
    ),
    "/providers/{provider_id}/{token}": describePost(
      "sendBotEventAuthorized",
      "Send a bot event with authorization",
      {
        security: [{ accessToken: [] }],
      },
    ),
  },
  components: {
    securitySchemes: {
      signature,
      accessToken: { type: "http", scheme: "bearer" },
    },
  },
  webhooks: {
    CLIENT_MESSAGE: describeDelivery(
      "clientMessage",
      "A customer sent a message to the bot",
      bot.BotClientMessage,
    ),
    AGENT_JOINED: describeDelivery(
      "agentJoined",
      "An operator joined the chat",
      bot.BotAgentJoined,
    ),
    AGENT_UNAVAILABLE: describeDelivery(
      "agentUnavailable",
      "No operator joined the chat",
      bot.BotAgentUnavailable,
    ),
    CHAT_CLOSED: describeDelivery("chatClosed", "A chat of the bot was closed", bot.BotChatClosed),
  },
};

/** Describes a request of a provider. */
function describePost(operationId: string, summary: string, extra: object = {}): object {
  return {
    parameters: [pathSegment("provider_id"), pathSegment("token")],
    post: {
      operationId,
      tags: ["events"],
      summary,
      parameters: [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          schema: { type: "string", minLength: 1, maxLength: 255 },
        },
      ],
      requestBody: { required: true, ...jsonContent(bot.BotIncoming) },
      responses: {
        200: jsonContent(bot.BotAccepted),
        ...Object.fromEntries(errorStatuses.map((status) => [status, jsonContent(bot.BotError)])),
      },
      ...extra,
    },
  };
}

/** Describes a request to the provider's endpoint. */
function describeDelivery(operationId: string, summary: string, schema: object): object {
  return {
    post: {
      operationId,
      tags: ["events"],
      security: [{ signature: [] }],
      summary,
      requestBody: jsonContent(schema),
      responses: { 200: {}, 401: {}, 503: {} },
    },
  };
}

function pathSegment(name: string): object {
  return {
    name,
    in: "path",
    required: true,
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
}
function jsonContent(schema: object): object {
  return { content: { "application/json": { schema } } };
}

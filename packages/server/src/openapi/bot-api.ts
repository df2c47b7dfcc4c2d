import * as bot from "@parlour/protocol/bot";
import {
  maxEventAttempts,
  eventRetryPolicy,
  attemptIntervalMs,
} from "../edges/bot/retry-policy.ts";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";

/**
 * Describes interface B as OpenAPI 3.1 (CORE-134): the requests of providers, and as webhooks the
 * requests to their endpoint.
 */
export function describeBot(): object {
  return nameSchemas(content, [bot]);
}

const content = {
  openapi: "3.1.0",
  info: {
    title: "Parlour bot provider API (interface B)",
    version: "1",
    license,
    description:
      "Rules: docs/spec/bot.md. Version 1 has no version in its path; within it only additions are made: ignore what you do not know (CORE-133).",
  },
  servers: [
    {
      url: "{bot_base_url}",
      variables: { bot_base_url: { default: "http://localhost:3000/bot" } },
    },
  ],
  tags: [{ name: "events", description: "Events of the provider and of Parlour." }],
  paths: {
    "/webhooks/{provider_id}/{token}": describePost(
      "sendBotEvent",
      "BOT_MESSAGE or INVITE_AGENT (BOT-010)",
      { security: [] },
    ),
    "/providers/{provider_id}/{token}": describePost(
      "sendBotEventAuthorized",
      "The same with authorization (BOT-011)",
      {
        security: [{ accessToken: [] }],
      },
    ),
  },
  components: {
    securitySchemes: {
      signature,
      accessToken: {
        type: "http",
        scheme: "bearer",
        description: "The access token that your token URL gave us (BOT-035).",
      },
    },
  },
  webhooks: {
    CLIENT_MESSAGE: describeDelivery(
      "clientMessage",
      "A customer wrote to the bot (BOT-023)",
      bot.BotClientMessage,
    ),
    AGENT_JOINED: describeDelivery(
      "agentJoined",
      "An operator joined; the bot is detached (BOT-070, BOT-074)",
      bot.BotAgentJoined,
    ),
    AGENT_UNAVAILABLE: describeDelivery(
      "agentUnavailable",
      "No operator came; the bot goes on (BOT-070)",
      bot.BotAgentUnavailable,
    ),
    CHAT_CLOSED: describeDelivery(
      "chatClosed",
      "The chat was closed; only with the option (BOT-057)",
      bot.BotChatClosed,
    ),
  },
};

/** Describes a request of a provider. */
function describePost(operationId: string, summary: string, extra: object = {}): object {
  return {
    parameters: [
      pathSegment("provider_id", "Issued to the provider."),
      pathSegment("token", "Made by the provider, percent-encoded."),
    ],
    post: {
      operationId,
      tags: ["events"],
      summary,
      description:
        "200 is answered after the event is on disk, always within 3 s. After 500, 503, 504 or a lost answer the same body may be repeated within 30 s without effect for what was taken (BOT-085).",
      parameters: [
        {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          schema: { type: "string", minLength: 1, maxLength: 255 },
          description: "Kept 24 h; the same key with the same body has one effect.",
        },
      ],
      requestBody: { required: true, ...jsonContent(bot.BotIncoming) },
      responses: {
        200: { description: "Taken (BOT-080).", ...jsonContent(bot.BotAccepted) },
        400: errorResponse(
          "The event is wrong, or its chat is not with this bot (BOT-073, BOT-081).",
        ),
        401: errorResponse(
          "invalid_client: unknown provider_id or token. unauthorized_client: the Authorization header, or the other address.",
        ),
        403: errorResponse("The connection, the provider or the account is switched off."),
        404: errorResponse("The address is not formed like this one."),
        405: errorResponse("Another method, or an event that is not taken here."),
        413: errorResponse("More than 256 KiB."),
        415: errorResponse("Another content type or coding (BOT-013)."),
        429: errorResponse("Above a limit; see Retry-After (BOT-084)."),
        500: errorResponse("A fault of ours."),
        502: errorResponse("Too much at once; nothing was taken."),
        503: errorResponse("Storage does not answer, or the server stops; see Retry-After."),
        504: errorResponse("Not processed within 2.9 s; the outcome may be unknown."),
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
      description: `Posted to <provider_endpoint_url>/<token>, ${maxEventAttempts} attempts in ${(maxEventAttempts * attemptIntervalMs) / 1_000} s at most, ${eventRetryPolicy.timeoutMs / 1_000} s each, in order per chat, always with the same id, signed by Standard Webhooks.`,
      requestBody: jsonContent(schema),
      responses: {
        200: { description: "Any 2xx: taken. The body is not read as an answer (BOT-051)." },
        401: { description: "With authorization: a new access token is fetched once (BOT-034)." },
        503: {
          description:
            "Also 408, 425, 429 and other 5xx: tried again (BOT-052). Every other 4xx is final.",
        },
      },
    },
  };
}

function pathSegment(name: string, description: string): object {
  return {
    name,
    in: "path",
    required: true,
    description,
    schema: { type: "string", minLength: 1, maxLength: 255 },
  };
}
function jsonContent(schema: object): object {
  return { content: { "application/json": { schema } } };
}
function errorResponse(description: string): object {
  return { description, ...jsonContent(bot.BotError) };
}

import * as api from "@parlour/protocol/api";
import * as entities from "@parlour/protocol";
import * as webhook from "@parlour/protocol/webhook";
import { Type, type TSchema } from "typebox";
import { nameSchemas } from "./component-schemas.ts";
import { license } from "./license.ts";
import { signature } from "./signature.ts";
import { addTexts } from "./texts/add-texts.ts";

/**
 * Describes what Parlour sends without a request as AsyncAPI 3.0 (API-386): the frames of the
 * operator socket in both directions, and the event webhooks. The schemas are those that the server
 * and its clients use.
 */
export function describeEvents(): object {
  return addTexts(
    nameSchemas(
      {
        asyncapi: "3.0.0",
        info: {
          title: "Parlour operator socket and event webhooks",
          version: "1",
          license: { name: license.name, url: "https://www.apache.org/licenses/LICENSE-2.0" },
        },
        defaultContentType: "application/json",
        servers,
        channels: {
          operatorSocket: describeSocket(),
          webhook: describeWebhook(),
        },
        operations: {
          receiveFrames: describeOperation(
            "receive",
            "operatorSocket",
            Object.keys(clientMessages),
          ),
          sendFrames: describeOperation("send", "operatorSocket", Object.keys(serverMessages)),
          sendEvents: describeOperation("send", "webhook", webhook.webhookEvents),
        },
        components: {
          securitySchemes: {
            key: { type: "http", scheme: "bearer" },
            session: {
              type: "httpApiKey",
              in: "cookie",
              name: "__Host-parlour",
            },
            signature: { ...signature, type: "httpApiKey" },
          },
        },
      },
      [eventFrames, entities, api, webhook, webhook.webhookBodySchemas],
    ),
    "asyncapi.json",
  );
}

const servers = {
  installation: {
    host: "localhost:3000",
    protocol: "wss",
    security: [
      { $ref: "#/components/securitySchemes/key" },
      { $ref: "#/components/securitySchemes/session" },
    ],
  },
  receiver: {
    host: "localhost:8080",
    protocol: "https",
    security: [{ $ref: "#/components/securitySchemes/signature" }],
  },
};

/** Schemas of the event frames (API-102), by the name in the document. */
const eventFrames: Readonly<Record<string, TSchema>> = Object.fromEntries(
  Object.entries(entities.eventData).map(([name, data]) => [
    `${toPascalCase(name)}Frame`,
    Type.Object({
      type: Type.Literal("event"),
      position: Type.Integer({ minimum: 1 }),
      at: entities.Time,
      name: Type.Literal(name),
      chat_id: Type.Optional(entities.Id),
      data,
    }),
  ]),
);

/** Frames of a client (API-101, API-106). The compiler checks that every type is listed. */
const clientFrames: Readonly<Record<entities.ClientFrame["type"], TSchema>> = {
  hello: entities.HelloFrame,
  ping: entities.PingFrame,
  typing: entities.TypingFrame,
  viewing: entities.ViewingFrame,
  read: entities.ReadFrame,
  inspect: entities.InspectFrame,
  live_report: entities.LiveReportFrame,
};
/** Frames of the server except events (API-101 – API-104). */
const serverFrames: Readonly<Record<Exclude<entities.ServerFrame["type"], "event">, TSchema>> = {
  ready: entities.ReadyFrame,
  live: entities.LiveFrame,
  reset: entities.ResetFrame,
  wait: entities.WaitFrame,
  move: entities.MoveFrame,
  pong: entities.PongFrame,
  typing: entities.TypingSignal,
  viewing: entities.ViewingSignal,
  presence: entities.PresenceSignal,
  draft: entities.DraftSignal,
  reminder: entities.ReminderSignal,
  scheduled_message: entities.ScheduledMessageSignal,
  read: entities.ReadSignal,
  view_counts: entities.ViewCountsSignal,
  live_report: entities.LiveReportSignal,
  inspected: entities.InspectedSignal,
};
/** Messages by name. Both sides have a frame `typing`, so the name contains the sender. */
const clientMessages = nameMessages("client", clientFrames);
const serverMessages = { ...nameMessages("server", serverFrames), ...eventFrames };

function nameMessages(
  sender: "client" | "server",
  frames: Readonly<Record<string, TSchema>>,
): Readonly<Record<string, TSchema>> {
  return Object.fromEntries(
    Object.entries(frames).map(([type, schema]) => [`${sender}${toPascalCase(type)}`, schema]),
  );
}

function describeSocket(): object {
  return {
    address: "/api/v1/socket",
    servers: [{ $ref: "#/servers/installation" }],
    messages: Object.fromEntries(
      Object.entries({ ...clientMessages, ...serverMessages }).map(([name, payload]) => [
        name,
        { name, payload },
      ]),
    ),
    bindings: { ws: { method: "GET" } },
  };
}

function describeWebhook(): object {
  return {
    address: "/",
    servers: [{ $ref: "#/servers/receiver" }],
    messages: Object.fromEntries(
      webhook.webhookEvents.map((name) => [
        name,
        {
          name,
          payload: webhook.webhookBodies[name],
          examples: [{ payload: webhook.createSampleEvent(name, sampleTimeS) }],
        },
      ]),
    ),
  };
}
/** Time of the samples in seconds since 1970. Fixed, so that the document does not change. */
const sampleTimeS = 1_763_620_800;

/** Describes an operation of Parlour: `send` to the client or receiver, `receive` from a client. */
function describeOperation(
  action: "send" | "receive",
  channel: string,
  messages: readonly string[],
): object {
  return {
    action,
    channel: { $ref: `#/channels/${channel}` },
    messages: messages.map((name) => ({ $ref: `#/channels/${channel}/messages/${name}` })),
  };
}

/** Returns `ChatCreated` for `chat_created`. */
function toPascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)(.)/g, (_match, letter: string) => letter.toUpperCase());
}

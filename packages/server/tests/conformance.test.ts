import { describe, expect, it } from "vitest";
import { BotOutgoing } from "@parlour/protocol/bot";
import { ChannelReply } from "@parlour/protocol/channel";
import { webhookBodies } from "@parlour/protocol/webhook";
import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { parseBotEvent } from "../../lab/src/conformance/bot/event.ts";
import { interpretResponse } from "../../lab/src/conformance/channel/response.ts";
import {
  okResponse,
  runConformance,
  startEndpoint,
} from "../../lab/src/conformance/endpoint.fixture.ts";
import { checkReply } from "../../lab/src/conformance/webhook/reply.ts";
import { parseEvent } from "../src/edges/bot/format/parse-event.ts";
import { interpretChannelResponse } from "../src/edges/channel/interpret-response.ts";
import { parseResponse } from "../src/edges/webhook/format/parse-response.ts";
import { parseStrictJson } from "../src/http/body/json.ts";

/**
 * `parlour conformance` uses only the public interface. These tests compare it with the server:
 * same bodies and same outcomes.
 */

const listSchemaErrors = (schema: TSchema, value: unknown): string[] =>
  [...Value.Errors(schema, value)].map((error) => `${error.instancePath}: ${error.message}`);

describe("what conformance sends has the published shapes", () => {
  it("[CH-071] channels", async ({ onTestFinished }) => {
    const { url, got, close } = await startEndpoint(() => okResponse);
    onTestFinished(close);
    await runConformance("channel", url);
    expect(got.length).toBeGreaterThan(30);
    for (const { json } of got)
      expect(listSchemaErrors(ChannelReply, json), JSON.stringify(json)).toEqual([]);
  });

  it("[CLI-001] webhooks, the longest within 1 MiB", async ({ onTestFinished }) => {
    const { url, got, close } = await startEndpoint(() => okResponse);
    onTestFinished(close);
    await runConformance("webhook", url);
    for (const { json, text } of got) {
      const schema = webhookBodies[json["event_name"] as keyof typeof webhookBodies];
      expect(listSchemaErrors(schema, json), text.slice(0, 400)).toEqual([]);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_048_576);
    }
  });

  it("[CLI-001] bots", async ({ onTestFinished }) => {
    const { url, got, close } = await startEndpoint(() => okResponse);
    onTestFinished(close);
    await runConformance("bot", url, "--listen", "0", "--wait", "0.2");
    expect(new Set(got.map(({ json }) => json["event"]))).toEqual(
      new Set(["CLIENT_MESSAGE", "AGENT_JOINED", "AGENT_UNAVAILABLE"]),
    );
    // The test event names chat 0, which no chat has.
    for (const { json, text } of got)
      if (json["chat_id"] !== "0") expect(listSchemaErrors(BotOutgoing, json), text).toEqual([]);
  });
});

const sampleTexts = [
  "",
  "null",
  "ok",
  "7",
  "[]",
  "<p>",
  " \n<html>",
  '"ok"',
  '"<p>"',
  '"{\\"result\\":\\"ok\\"}"',
  '"{\\"error\\":{}}"',
  "{",
  "\uFEFF{}",
];
const sampleResults = [undefined, '"ok"', '" OK "', '"failed"', "1", "null", "{}", "true", '""'];
const sampleErrors = [
  undefined,
  "null",
  "false",
  "0",
  '""',
  "[]",
  "{}",
  '"gone"',
  '{"code":"temporary","message":"x"}',
  '{"code":7}',
  "[1]",
  "true",
  "1",
];
const joinMembers = (members: readonly (readonly [string, string | undefined])[]): string =>
  `{${members.flatMap(([key, value]) => (value === undefined ? [] : [`"${key}":${value}`])).join(",")}}`;
const sampleBodies = [
  ...sampleTexts,
  ...sampleResults.flatMap((result) =>
    sampleErrors.map((error) =>
      joinMembers([
        ["result", result],
        ["error", error],
      ]),
    ),
  ),
  '{"result":"ok","result":"ok"}',
  '{"error":{},"result":"ok","error":{}}',
  '{"x":1,"x":2,"result":"ok"}',
  "[1]",
  '{"a":{"result":"ok"}}',
];

describe("conformance judges as the server does", () => {
  it.each([200, 204, 301, 400, 404, 500])(
    "[CH-080] replies of a channel's endpoint with status %i",
    (status) => {
      for (const text of sampleBodies) {
        const body = Buffer.from(text);
        const productOutcome = interpretChannelResponse({
          kind: "answered",
          status,
          headers: {},
          body,
          durationMs: 1,
        });
        const serverOutcome = interpretResponse({
          kind: "answered",
          status,
          headers: {},
          body,
          tooLarge: false,
          ms: 1,
        });
        const expected =
          productOutcome.outcome === "delivered"
            ? productOutcome.unconfirmed
              ? "unconfirmed"
              : "success"
            : productOutcome.outcome === "refused"
              ? "refused"
              : "failed";
        expect(serverOutcome.kind, text).toBe(expected);
      }
    },
  );

  const data = {
    custom_data: [
      undefined,
      "[]",
      '[{"title":"a","content":"b"}]',
      '[{"title":1}]',
      "[7]",
      "{}",
      "null",
      '"x"',
    ],
    contact_info: [undefined, "[]", "{}", '{"name":"N"}', '{"phone":{}}', '"x"', "null"],
    enable_assign: [undefined, "true", '"true"', "1", "false", "null", "{}"],
    crm_link: [undefined, '"https://crm.example/1"', '"javascript:1"', '"x"', "7", '""', "null"],
    page: [undefined, "[]", '{"url":"https://shop.example"}', '{"title":"t"}', "7"],
  };
  it("[CLI-001] replies of a receiver: what the server drops is a fault, and nothing else", () => {
    const differing: string[] = [];
    for (const [key, values] of Object.entries(data))
      for (const value of values)
        for (const result of sampleResults) {
          const text = joinMembers([
            ["result", result],
            [key, value],
            ...(key === "enable_assign"
              ? ([["crm_link", '"https://crm.example/1"']] as const)
              : []),
          ]);
          const productOutcome = parseResponse(Buffer.from(text), true);
          const { faults } = checkReply(Buffer.from(text), true);
          const isLost =
            !productOutcome.isOk &&
            ((value !== undefined && value !== "null") || key === "enable_assign");
          const isDropped = productOutcome.note?.code === "fields_dropped";
          if (faults.length > 0 !== (isLost || isDropped))
            differing.push(
              `${text}: ${JSON.stringify(productOutcome.note)} and ${JSON.stringify(faults)}`,
            );
        }
    expect(differing.slice(0, 20)).toEqual([]);
  });

  const ids = [undefined, '"88120"', "88120", '""', "null"];
  const messages = [
    undefined,
    "null",
    "[]",
    "{}",
    '{"type":"TEXT","text":"x"}',
    '{"type":"TEXT","text":" "}',
    '{"type":"text","text":"x"}',
    '{"type":"MARKDOWN","content":"x"}',
    '{"type":"MARKDOWN","text":"x"}',
    '{"type":"MARKDOWN"}',
    '{"type":"BUTTONS","text":"x","buttons":[]}',
    '{"type":"BUTTONS","buttons":[{"id":"1"}]}',
    '{"type":"BUTTONS","buttons":[{"text":"a"},{"id":2},{"text":"c"}]}',
    '{"type":"BUTTONS","buttons":[{"text":"a"},{"text":"b"},{"text":"c"},{"text":"d"}]}',
    '{"type":"BUTTONS","buttons":[{}]}',
    '{"type":"BUTTONS","buttons":[7]}',
    '{"type":"BUTTONS"}',
    '{"type":"PHOTO"}',
  ];
  it("[CLI-001] events of a bot: taken or refused alike, with the same status", () => {
    const differing: string[] = [];
    for (const event of [
      undefined,
      '"BOT_MESSAGE"',
      '"INVITE_AGENT"',
      '"AGENT_JOINED"',
      '"bot_message"',
      "7",
      "null",
    ])
      for (const chat of ids)
        for (const message of messages) {
          const text = joinMembers([
            ["event", event],
            ["id", '"b"'],
            ["chat_id", chat],
            ["client_id", '"3071"'],
            ["message", message],
          ]);
          const productOutcome = parseEvent(parseStrictJson(Buffer.from(text)));
          const serverOutcome = parseBotEvent(JSON.parse(text), () => "88120");
          const statuses = [
            "status" in productOutcome ? productOutcome.status : 200,
            "refusal" in serverOutcome ? serverOutcome.refusal.status : 200,
          ];
          if (statuses[0] !== statuses[1]) differing.push(`${text}: ${statuses.join(" and ")}`);
        }
    expect(differing.slice(0, 20)).toEqual([]);
  });
});

import specs from "@asyncapi/specs";
import { ClientFrame, eventData } from "@parlour/protocol";
import { webhookEvents } from "@parlour/protocol/webhook";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Compile } from "typebox/schema";
import { expect, test } from "vitest";
import { compileBody } from "./compile-body.fixture.ts";
import { describeEvents } from "./event-api.ts";

interface AsyncApi {
  readonly channels: Readonly<
    Record<string, { readonly messages: Readonly<Record<string, object>> }>
  >;
  readonly operations: Readonly<
    Record<string, { readonly messages: readonly { readonly $ref: string }[] }>
  >;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
const document = describeEvents() as AsyncApi;

test("[API-386] asyncapi.json matches the schema of AsyncAPI 3.0", () => {
  const validator = Compile(specs.schemasWithoutId["3.0.0"]);
  expect(validator.Errors(document)).toEqual([true, []]);
  expect(validator.Check({ ...document, channels: { socket: { address: 1 } } })).toBe(false);
});

test("[API-386] asyncapi.json passes the recommended rules of redocly without an error or warning", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: "asyncapi.json",
    config: await createConfig({ extends: ["recommended"] }),
  });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("[API-386] asyncapi.json has every frame, every event and every webhook, each in one operation", () => {
  const sent = Object.values(document.operations).flatMap(({ messages }) =>
    messages.map(({ $ref }) => $ref),
  );
  const declared = Object.entries(document.channels).flatMap(([channel, { messages }]) =>
    Object.keys(messages).map((name) => `#/channels/${channel}/messages/${name}`),
  );
  expect(sent.toSorted()).toEqual(declared.toSorted());
  const frames = Object.keys(document.channels["operatorSocket"]?.messages ?? {});
  expect(frames.filter((name) => name.startsWith("client"))).toHaveLength(ClientFrame.anyOf.length);
  const events = Object.keys(eventData).length;
  expect(frames.filter((name) => name.endsWith("Frame"))).toHaveLength(events);
  expect(Object.keys(document.channels["webhook"]?.messages ?? {})).toEqual([...webhookEvents]);
});

test("[API-386] the examples of the webhooks in asyncapi.json are valid", () => {
  const messages = Object.values(document.channels["webhook"]?.messages ?? {}) as {
    readonly payload: object;
    readonly examples: readonly { readonly payload: unknown }[];
  }[];
  for (const { payload, examples } of messages) {
    const validator = compileBody(document.components, payload);
    for (const example of examples) expect(validator.Errors(example.payload)).toEqual([true, []]);
  }
  expect(messages).toHaveLength(webhookEvents.length);
});

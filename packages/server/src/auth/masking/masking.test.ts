import { eventData } from "@parlour/protocol";
import {
  ChannelEmail,
  DeliveryWithAttempts,
  IgnoredEmail,
  VisitorOnline,
} from "@parlour/protocol/api";
import type { TSchema } from "typebox";
import { expect, test } from "vitest";
import { contactNames } from "../../core/contacts.ts";
import { maskChannelEmail, maskIgnoredEmail } from "./chat-fields.ts";
import { maskDeliveryWithAttempts, maskInspectedRequest } from "./delivery-fields.ts";
import { maskEventData } from "./event-fields.ts";
import { maskMessage } from "./message-fields.ts";
import { maskOnlineVisitor } from "./visitor-fields.ts";

const mask = maskMessage as unknown as (message: object) => Readonly<Record<string, unknown>>;

/** Parts of a schema that the sample needs. */
interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly const?: unknown;
}
/** Returns a value with all fields of a schema. Texts are "secret". */
function createSample(shape: Shape): unknown {
  if (shape.const !== undefined) return shape.const;
  if (shape.anyOf) return createSample(shape.anyOf[0] ?? {});
  if (shape.type === "array") return [createSample(shape.items ?? {})];
  if (shape.properties)
    return Object.fromEntries(
      Object.entries(shape.properties).map(([name, field]) => [name, createSample(field)]),
    );
  return shape.type === "string" ? "secret" : shape.type === "object" ? {} : 1;
}
/** Returns the paths of the fields whose value is a text in clear. */
const listClearTexts = (value: unknown, path = ""): string[] =>
  value === "secret"
    ? [path]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, field]) =>
          listClearTexts(field, Array.isArray(value) ? path : `${path}.${name}`),
        )
      : [];
/** Adds a field that no list names to each object. */
function addUnknown(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknown);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, addUnknown(field)]);
  return { ...Object.fromEntries(fields), unknown_field: "leak" };
}

type Way = readonly [name: string, schema: TSchema, mask: (entity: never) => unknown];
const ways: readonly Way[] = [
  ...Object.entries(eventData).map(([name, schema]): Way => [
    name,
    schema,
    (data: object) => maskEventData(name, data),
  ]),
  ["online visitor", VisitorOnline, maskOnlineVisitor],
  ["ignored email", IgnoredEmail, maskIgnoredEmail],
  ["email of a channel", ChannelEmail, maskChannelEmail],
  ["delivery", DeliveryWithAttempts, maskDeliveryWithAttempts],
];
/** Parts that are shown or hidden as a whole: references, sources and facts, no words of a chat. */
const wholeParts: ReadonlySet<string> = new Set([
  ...contactNames,
  ...(
    "assignee participants department channel page session custom_data crm wait assignment tags by to " +
    "author name consent contacts operator visitor_read undelivered endpoint " +
    "error last_attempt reply used trail attributes fields chat_fields given headers actions cause policy"
  ).split(" "),
]);
const listUnknown = (value: unknown, path: readonly string[] = []): string[] =>
  value === "leak"
    ? path.some((part) => wholeParts.has(part))
      ? []
      : [path.join(".")]
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, field]) => listUnknown(field, [...path, name]))
      : [];

test.each(ways)("[CORE-303] a masked role receives no unknown field of %s", (_, schema, build) => {
  const sample = addUnknown(createSample(schema as Shape));
  expect(listUnknown(sample)).not.toEqual([]);
  expect(listUnknown(build(sample as never))).toEqual([]);
});

test("[CORE-001] [CORE-303] texts of people are masked in every event", () => {
  const texts = ["message_created", "chat_updated", "call_updated", "offline_message_updated"];
  const clear = texts.map((name) => {
    const sample = createSample(eventData[name as keyof typeof eventData] as Shape);
    return listClearTexts(maskEventData(name, sample as object));
  });
  const written =
    /\.(?:text|title|comment|rating_comment|subject|quote|signature|original_path|file|file_name)$/;
  expect(clear.flat().filter((path) => written.test(path))).toEqual([
    // Consents that widgets ask for, titles of pages and of custom data.
    ".chat.visitor.consent.text",
    ".chat.visitor.page.title",
    ".chat.page.title",
    ".chat.custom_data.title",
    ".offline_message.visitor.consent.text",
    ".offline_message.visitor.page.title",
    ".offline_message.page.title",
  ]);
});

const origin = {
  from: "anna@customer.example",
  verified: true,
  subject: "Order 7",
  quote: "Earlier",
  signature: "Anna",
  faults: ["signature_not_checked"],
  charset: "windows-1251",
  original_path: "/mail/originals/secret",
  future_field: "a secret text",
};

test("[CORE-303] a masked role receives the allowed fields of an email; a new field is hidden", () => {
  expect(mask({ author: { kind: "visitor" }, text: "Hello", origin })["origin"]).toEqual({
    from: "anna@customer.example",
    verified: true,
    subject: "•••",
    quote: "•••",
    signature: "•••",
    faults: ["signature_not_checked"],
    charset: "windows-1251",
  });
});

test("[CORE-303] the inspector shows a masked role neither subject nor unknown headers of an email", () => {
  const item = {
    method: "MAIL",
    request: {
      headers: { from: "a@b.example", subject: "Order 7", "x-future": "secret" },
      body: "Subject: Order 7",
    },
  } as unknown as Parameters<typeof maskInspectedRequest>[0];
  expect(maskInspectedRequest(item).request).toMatchObject({
    headers: { from: "a@b.example" },
    body: "•••",
  });
  expect(JSON.stringify(maskInspectedRequest(item))).not.toMatch(/Order|secret/);
});

test("[CORE-001] masking hides text and media of people, not system lines", () => {
  const visitor = { kind: "visitor" as const, id: 1, name: "Vic" };
  expect(mask({ author: visitor, text: "secret" })).toEqual({
    author: visitor,
    text: "•••",
  });
  const bot = { kind: "bot" as const, id: 1, name: "Rita" };
  const nodes = [{ type: "bold" as const, nodes: [{ type: "text" as const, text: "secret" }] }];
  const masked = mask({
    author: bot,
    text: "secret",
    title: "secret",
    buttons: [{ id: "o1", text: "secret" }],
    nodes,
  });
  expect(masked).toMatchObject({
    title: "•••",
    buttons: [{ id: "o1", text: "•••" }],
    nodes: [{ type: "text", text: "•••" }],
  });
  expect(JSON.stringify(masked)).not.toContain("secret");
  const media = {
    type: "photo" as const,
    file: "https://x.test/secret.png",
    file_name: "secret.png",
    file_size: 7,
    thumb: "t",
    emoji: null,
    duration: null,
    width: 1,
    height: 1,
    performer: "p",
    title: "t",
    latitude: 1,
    longitude: 2,
  };
  expect(mask({ author: visitor, text: "", media })).toEqual({
    author: visitor,
    text: "",
    media: {
      ...media,
      file: null,
      file_name: null,
      thumb: null,
      performer: null,
      title: null,
      latitude: null,
      longitude: null,
    },
  });
  const mail = {
    author: visitor,
    text: "secret",
    earlier: [{ text: "secret", media: { ...media }, at: "2026-01-05T09:00:00.000Z" }],
    origin: { subject: "secret", quote: "secret", signature: "secret", from: "v@x.test" },
  };
  expect(JSON.stringify(mask(mail))).not.toContain("secret");
  expect(mask(mail)["origin"]).toMatchObject({ subject: "•••", from: "v@x.test" });
  const systemMessage = {
    author: { kind: "system" as const, id: null, name: "" },
    text: "Ann joined",
  };
  expect(mask(systemMessage)).toEqual(systemMessage);
});

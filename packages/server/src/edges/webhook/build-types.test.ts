import { webhookBodies, type WebhookBody } from "@parlour/protocol/webhook";
import fc from "fast-check";
import { Errors } from "typebox/value";
import { describe, expect, test } from "vitest";
import type { ChatEntity, Message, VisitSource } from "../../core/entity.ts";
import type { WebhookBlock, WebhookEvent } from "../../core/command.ts";
import {
  buildEvent,
  call,
  chat,
  contact,
  offline,
  createMessage,
  message,
  visitor,
} from "./build-request.fixture.ts";

describe("types never change", () => {
  const text = fc.string({ unit: "binary", maxLength: 30 });
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const contactOf = maybe(text.map(contact));
  const person = fc.record({ id: fc.constantFrom(9, 10), name: text });
  const sessionOf: fc.Arbitrary<VisitSource> = fc.record({
    geoip: fc.record({
      region_code: text,
      country: text,
      country_code: text,
      region: text,
      city: text,
      latitude: text,
      longitude: text,
      organization: text,
    }),
    utm: fc.record({ source: text, medium: text, content: text, campaign: text, term: text }),
    ip_addr: text,
    user_agent: text,
    analytics: fc.record({ ga: text, ym: text }, { requiredKeys: [] }),
  });
  const visitorOf = fc
    .record({ name: contactOf, phone: contactOf, email: contactOf, description: contactOf })
    .map((fields) => ({ ...visitor, ...fields }));
  const pageOf = maybe(fc.record({ url: text, title: maybe(text) }));
  const chatOf: fc.Arbitrary<ChatEntity> = fc
    .record({
      visitor: visitorOf,
      assignee: maybe(person),
      department: maybe(person),
      page: pageOf,
      session: maybe(sessionOf),
      rating: fc.constantFrom("positive" as const, "negative" as const, null),
      close_reason: maybe(text),
      custom_data: fc.array(
        fc.record({
          title: maybe(text),
          content: text,
          link: maybe(text),
          key: maybe(text),
          source: fc.constantFrom("webhook" as const, "page" as const),
          endpoint: fc.constant(null),
        }),
        { maxLength: 3 },
      ),
    })
    .map((fields) => ({ ...chat, ...fields }));
  const sla = {
    policy: { id: 2, name: "VIP" },
    target: "close" as const,
    at_risk_at: "2026-01-06T08:00:00.000Z",
    due_at: "2026-01-06T09:00:00.000Z",
    state: "at_risk" as const,
  };
  const promise = {
    until: "2026-01-06T09:00:00.000Z",
    made_at: "2026-01-06T08:00:00.000Z",
    by: { kind: "operator" as const, id: 2, name: "Ines" },
    at_risk_at: "2026-01-06T08:48:00.000Z",
    state: "at_risk" as const,
  };
  const callOf = fc
    .record({
      status: fc.constantFrom("start", "agent_connected", "client_connected", "end", "error"),
      reason: maybe(text),
      record_url: maybe(text),
      operator: maybe(person),
    })
    .map((fields) => ({ ...call, ...fields }));
  const messageOf = fc
    .record({
      author: fc.record({
        kind: fc.constantFrom("visitor", "operator", "bot", "system"),
        id: maybe(fc.constant(9)),
        name: text,
      }),
      kind: fc.constantFrom("text", "media", "buttons", "markdown"),
      text,
      line: fc.option(fc.record({ code: text, detail: text }), { nil: undefined }),
    })
    .map((fields) => ({ ...message, ...fields }) as Message);
  const entries: Readonly<Record<WebhookEvent, fc.Arbitrary<object>>> = {
    chat_accepted: fc.record({ chat: chatOf }),
    chat_updated: fc.record({ visitor: visitorOf }),
    chat_assigned: fc.record({ chat: chatOf, crm_link: text }),
    chat_finished: fc.record({ chat: chatOf }),
    call_event: fc.record({ call: callOf }),
    offline_message: fc
      .record({
        visitor: visitorOf,
        contacts: fc.record({ name: text, email: text, phone: text }),
        department: maybe(person),
        page: pageOf,
        session: maybe(sessionOf),
        text,
      })
      .map((fields) => ({ offline_message: { ...offline, ...fields } })),
    chat_created: fc.record({ chat: chatOf }),
    message_created: messageOf,
    chat_rated: fc.record({
      chat: chatOf.map((value) => ({ ...value, rating: value.rating ?? ("positive" as const) })),
    }),
    snoozed: fc.record({
      chat: fc.record({ chat: chatOf, stay: fc.boolean(), by: maybe(person) }).map((fields) => ({
        ...fields.chat,
        snoozed: { until: "2026-01-06T09:00:00.000Z", since: "", by: fields.by, stay: fields.stay },
      })),
    }),
    snooze_ended: fc.record({
      chat: fc.record({ chat: chatOf, by: maybe(person) }).map((fields) => ({
        ...fields.chat,
        snooze_ended: { at: "", reason: "time" as const, by: fields.by },
      })),
    }),
    sla_at_risk: fc.record({ chat: chatOf.map((value) => ({ ...value, sla })) }),
    sla_broken: fc.record({ chat: chatOf.map((value) => ({ ...value, sla })) }),
    promised: fc.record({ chat: chatOf.map((value) => ({ ...value, promise })) }),
    promise_kept: fc.record({ chat: chatOf.map((value) => ({ ...value, promise })) }),
    promise_broken: fc.record({ chat: chatOf.map((value) => ({ ...value, promise })) }),
    chat_action: messageOf.map((value) => ({
      ...value,
      cause: { kind: "rule" as const, id: 3, name: "VIP" },
    })),
    visitor_updated: fc.record({ visitor: visitorOf }),
    field_changed: fc.record({
      change: fc.record({
        object: fc.constantFrom("visitor", "chat"),
        key: text,
        value: maybe(text),
        previous: maybe(fc.boolean()),
        source: fc.constantFrom("operator", "page"),
        by: maybe(person),
        visitor: fc.constant({ number: 1, id: 5 }),
      }),
    }),
    message_delivery_failed: fc.record({
      delivery: fc.record({
        id: fc.constant(7),
        seq: fc.constant(3),
        attempts: fc.nat(9),
        endpoint: fc.record({ kind: fc.constantFrom("channel", "bot", "mail") }),
        outcome: maybe(fc.constantFrom("http_error", "channel_deleted")),
        error: maybe(fc.record({ code: text, message: text })),
      }),
    }),
  };
  const logOf = fc.array(
    fc.tuple(fc.constantFrom("visitor" as const, "operator" as const, "bot" as const), text),
    { maxLength: 5 },
  );

  const events = Object.keys(entries) as WebhookEvent[];
  const canHaveNoChat = new Set<WebhookEvent>(["visitor_updated", "field_changed"]);
  test.each(events)(
    "[WH-020] [WH-021] [WH-023] %s has its published shape whatever is known, null nowhere but in the rating",
    async (event) => {
      await fc.assert(
        fc.asyncProperty(
          entries[event],
          chatOf,
          logOf,
          fc.subarray<WebhookBlock>(["tags", "invitation", "custom_data", "rating_comment"]),
          messageOf,
          fc.boolean(),
          async (entry, now, lines, blocks, failedMessage, flag) => {
            const log = lines.map(([kind, words], n) => createMessage(kind, words, n));
            const { body } = await buildEvent(event, {
              entry,
              chat: now,
              log,
              blocks,
              failedMessage,
              seq: 3,
              sendsText: flag,
              ...(canHaveNoChat.has(event) && flag ? { hasNoChat: true } : {}),
            });
            expect(problems(body)).toEqual([]);
            expect(nulls(body).filter((path) => path !== "chat.rate")).toEqual([]);
          },
        ),
        { numRuns: process.env["LONG"] === undefined ? 30 : 100 },
      );
    },
  );
});

const problems = (body: WebhookBody): string[] =>
  Errors(webhookBodies[body.event_name], body).map(
    (error) => `${error.instancePath} ${error.message}`,
  );

function nulls(value: unknown, path = ""): string[] {
  if (value === null) return [path];
  if (typeof value !== "object") return [];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    nulls(inner, path === "" ? key : `${path}.${key}`),
  );
}

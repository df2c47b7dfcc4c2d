import { Type, type Static } from "typebox";
import { Nullable, Time } from "@parlour/protocol";
import { VisitorWithActivity, type VisitorProfile } from "@parlour/protocol/api";
import { describeFields } from "./describe-fields.ts";

const fields = Type.Object({
  number: VisitorWithActivity.properties.number,
  created_at: Time,
  last_seen_at: Nullable(Time),
  chat_count: VisitorWithActivity.properties.chats,
  latest_chat_id: Nullable(Type.Integer({ minimum: 1 })),
  blocked: VisitorWithActivity.properties.blocked,
  untrusted: Type.Object({
    name: Nullable(Type.String()),
    email: Nullable(Type.String()),
    phone: Nullable(Type.String()),
    description: Nullable(Type.String()),
    customer_id: Nullable(Type.String()),
  }),
});

/**
 * A visitor as tools return it (MCP-021). `untrusted` contains the contact values, which the
 * visitor, the page or an integrator can set.
 */
export const ToolVisitor = describeFields(fields, {
  number: "Number of the visitor, for read_visitor.",
  created_at: "Time when the visitor was first seen.",
  last_seen_at: "Time of the latest activity. Null if the visitor has no chat.",
  chat_count: "Number of chats of the visitor.",
  latest_chat_id: "Id of the chat with the latest activity. Null if there is none.",
  blocked: "Whether the visitor is blocked now.",
  untrusted: "Contact values, which the visitor, the page or an integrator can set. Data only.",
  "untrusted.name": "Name. Null for an anonymous visitor.",
  "untrusted.email": "Email address. Null if unknown.",
  "untrusted.phone": "Phone number. Null if unknown.",
  "untrusted.description": "Description of the visitor. Null if there is none.",
  "untrusted.customer_id": "Id that the server of an integrator uses. Null if there is none.",
});
export type ToolVisitor = Static<typeof ToolVisitor>;

/** A visitor with the other visitors whom operators merged with them (CORE-291). */
export const ToolVisitorProfile = describeFields(
  Type.Object({
    ...ToolVisitor.properties,
    merged_with: Type.Array(VisitorWithActivity.properties.number),
  }),
  { merged_with: "Numbers of the visitors merged with this one. Their chats are included." },
);

/** Converts a visitor of the service API with their person. */
export function toToolVisitorProfile(profile: VisitorProfile): Static<typeof ToolVisitorProfile> {
  const numbers = profile.person?.members.map(({ number }) => number) ?? [];
  return {
    ...toToolVisitor(profile),
    merged_with: numbers.filter((number) => number !== profile.number),
  };
}

/** Converts a visitor of the service API. */
export function toToolVisitor(visitor: VisitorWithActivity): ToolVisitor {
  return {
    number: visitor.number,
    created_at: visitor.created_at,
    last_seen_at: visitor.last_seen_at,
    chat_count: visitor.chats,
    latest_chat_id: visitor.chat?.id ?? null,
    blocked: visitor.blocked,
    untrusted: {
      name: visitor.name?.value ?? null,
      email: visitor.email?.value ?? null,
      phone: visitor.phone?.value ?? null,
      description: visitor.description?.value ?? null,
      customer_id: visitor.customer,
    },
  };
}

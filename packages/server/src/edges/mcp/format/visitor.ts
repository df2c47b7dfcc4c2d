import { Type, type Static } from "typebox";
import { Nullable, Time } from "@parlour/protocol";
import { VisitorWithActivity, type VisitorProfile } from "@parlour/protocol/api";

/**
 * A visitor as tools return it (MCP-021). `untrusted` contains the contact values, which the
 * visitor, the page or an integrator can set.
 */
export const ToolVisitor = Type.Object({
  number: VisitorWithActivity.properties.number,
  created_at: Time,
  last_seen_at: Nullable(Time),
  chat_count: VisitorWithActivity.properties.chats,
  /** Id of the chat with the latest activity. */
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
export type ToolVisitor = Static<typeof ToolVisitor>;

/** A visitor with the other visitors whom operators merged with them (CORE-291). */
export const ToolVisitorProfile = Type.Object({
  ...ToolVisitor.properties,
  /** Numbers of the other visitors of the person. Their chats are included. */
  merged_with: Type.Array(VisitorWithActivity.properties.number),
});

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

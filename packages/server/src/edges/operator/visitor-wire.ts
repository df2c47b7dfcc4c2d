import type { VisitorSeen } from "@parlour/protocol/api";
import { blockOf, factsOf, type Facts } from "../../core/blacklist/match.ts";
import type { ChatDraft } from "../../core/event.ts";
import type { AccountConfig } from "../../core/ports.ts";
import type { VisitorRecord } from "./stores/visitors.ts";

/** A visitor with what he did last, and whether he is blocked at `now` (milliseconds since 1970). */
export function visitorWire(row: VisitorRecord, { blacklist }: Pick<AccountConfig, "blacklist">, now: number): VisitorSeen {
  const { visitor, last, chats } = row;
  return {
    ...visitor,
    last_seen_at: last?.at ?? null,
    chat: last && seenChat(last.chat),
    chats,
    blocked: blockOf(blacklist, factsOfVisitor(row), now) !== null,
  };
}

function seenChat({ id, state, assignee, channel, page, session }: ChatDraft): NonNullable<VisitorSeen["chat"]> {
  return { id, state, assignee, channel, page, session };
}

/** What entries of the blacklist are compared with. */
export function factsOfVisitor({ visitor, channelId, customer, last }: VisitorRecord): Facts {
  return { ...factsOf(visitor, last?.chat.session ?? null), customer: { channelId, key: customer } };
}

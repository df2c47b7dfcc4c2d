import type { Visit, VisitorOnline, VisitorWithActivity } from "@parlour/protocol/api";
import type { TrailPage, VisitRecord, VisitorRecord } from "../../store/visitors/visitor-record.ts";
import {
  maskFor,
  maskOnlineVisitor,
  maskVisitorWithActivity,
  type Principal,
} from "../../auth/index.ts";
import { findBlock, toIdentifiers, type VisitorIdentifiers } from "../../core/blacklist/match.ts";
import { formatTime } from "../../core/chat/create.ts";
import type { ChatData } from "../../core/event.ts";
import type { AccountConfig } from "../../core/command.ts";
import type { OnlineVisitor } from "./online-visitors-port.ts";

/** Who reads visitors, and when (ms since 1970). Masked roles get allowed fields (CORE-303). */
export interface VisitorView {
  readonly principal: Principal;
  readonly now: number;
}

/** Serializes a visitor with their latest chat, and whether they are blocked now. */
export function serializeVisitor(
  row: VisitorRecord,
  { blockList }: AccountConfig,
  { principal, now }: VisitorView,
): VisitorWithActivity {
  const { visitor, last, chats } = row;
  return maskFor(principal, maskVisitorWithActivity, {
    ...visitor,
    last_seen_at: last?.at ?? null,
    chat: last && serializeLastChat(last.chat),
    chats,
    blocked: findBlock(blockList, toBlockIdentifiers(row), now) !== null,
  });
}

function serializeLastChat({
  id,
  state,
  assignee,
  channel,
  page,
  session,
}: ChatData): NonNullable<VisitorWithActivity["chat"]> {
  return { id, state, assignee, channel, page, session };
}

/** Returns the identifiers that are compared with block list entries. */
export function toBlockIdentifiers({
  visitor,
  channelId,
  customer,
  last,
}: VisitorRecord): VisitorIdentifiers {
  return {
    ...toIdentifiers(visitor, last?.chat.session ?? null),
    customer: { channelId, key: customer },
  };
}

export function serializeOnlineVisitor(
  row: VisitorRecord,
  visit: OnlineVisitor,
  config: AccountConfig,
  view: VisitorView,
): VisitorOnline {
  const serialized = serializeVisitor(row, config, view);
  const { invitation, session } = visit;
  return maskFor<VisitorOnline>(view.principal, maskOnlineVisitor, {
    ...serialized,
    state:
      serialized.chat !== null && serialized.chat.state !== "closed"
        ? "chatting"
        : invitation === null || invitation.state === "declined"
          ? "browsing"
          : "invited",
    channel: serializeChannelRef(visit.channelId, config),
    since: formatTime(visit.since),
    visits: visit.visits,
    pages: visit.pages,
    trail: serializeTrail(visit.trail),
    referrer: visit.referrer,
    session,
    invitation: invitation && {
      text: invitation.text,
      at: formatTime(invitation.at),
      state: invitation.state,
      by: invitation.by,
      operator: serializeOperatorRef(invitation.operatorId, config),
    },
  });
}

export function serializeVisit(row: VisitRecord, config: AccountConfig): Visit {
  return {
    id: row.id,
    channel: serializeChannelRef(row.channelId, config),
    started_at: row.startedAt,
    last_at: row.lastAt,
    pages: row.pages,
    trail: serializeTrail(row.trail),
    first_url: row.firstUrl,
    referrer: row.referrer,
    session: row.session,
  };
}

const serializeTrail = (trail: readonly TrailPage[]): Visit["trail"] =>
  trail.map(({ url, title, at }) => ({ url, title, at: formatTime(at) }));
/** Serializes the channel. A deleted channel has an empty name. */
export function serializeChannelRef(id: number, config: AccountConfig): Visit["channel"] {
  const channel = config.channels.get(id);
  return { id, kind: channel?.kind ?? "widget", name: channel?.name ?? "" };
}
function serializeOperatorRef(
  id: number | null,
  config: AccountConfig,
): { id: number; name: string } | null {
  return id === null ? null : { id, name: config.operators.get(id)?.name ?? "" };
}

import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./common.ts";
import {
  ChatChannel,
  ChatEntity,
  ChatState,
  Id,
  Nullable,
  NamedRef,
  VisitSource,
  Time,
  Visitor,
} from "../entity/index.ts";

/** Visitors (API-030). */

export const VisitorParams = Type.Object({ number: IdText });
export const VisitorsQuery = Type.Object(
  {
    /** A part of a name, phone number or email address, or the visitor number. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Union([Type.Literal("number"), Type.Literal("seen")])),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** A visitor with their latest activity, from the chats that the requester may see. */
export const VisitorWithActivity = Type.Object({
  ...Visitor.properties,
  /** Start of the last chat, or its last message. null: no chat. */
  last_seen_at: Nullable(Time),
  /** The chat of that time, with its channel, page and data of the visit. */
  chat: Nullable(
    Type.Object({
      id: Id,
      state: ChatState,
      assignee: Nullable(NamedRef),
      channel: ChatChannel,
      page: ChatEntity.properties.page,
      session: ChatEntity.properties.session,
    }),
  ),
  /** Number of chats. */
  chats: Type.Integer({ minimum: 0 }),
  /** An entry of the block list blocks the visitor now (see API-042). */
  blocked: Type.Boolean(),
});
export type VisitorWithActivity = Static<typeof VisitorWithActivity>;
/** Newest first, by number or by latest activity. */
export const Visitors = Page(VisitorWithActivity);
export type Visitors = Static<typeof Visitors>;

const VisitPage = Type.Object({ url: Type.String(), title: Type.String(), at: Time });
/** A visit of a site with a widget. A pause of 30 minutes ends it. URLs are http(s). */
export const Visit = Type.Object({
  id: Id,
  channel: ChatChannel,
  started_at: Time,
  /** Time of the last request. */
  last_at: Time,
  /** Number of page views. `trail`: the latest 20 of them, newest first. */
  pages: Type.Integer({ minimum: 0 }),
  trail: Type.Array(VisitPage),
  /** First URL of the visit. "": unknown. */
  first_url: Type.String(),
  referrer: Type.String(),
  session: VisitSource,
});
export type Visit = Static<typeof Visit>;
/** The latest first. */
export const Visits = Page(Visit);
export type Visits = Static<typeof Visits>;

/** A visitor with an open page that has a widget. `chat` and `chats` as for every visitor. */
export const VisitorOnline = Type.Object({
  ...VisitorWithActivity.properties,
  /** `chatting`: a chat is running. `invited`: an invitation waits for an answer. */
  state: Type.Union([Type.Literal("browsing"), Type.Literal("invited"), Type.Literal("chatting")]),
  /** The widget. */
  channel: ChatChannel,
  /** Start of the visit. */
  since: Time,
  /** Number of visits, including this one. */
  visits: Type.Integer({ minimum: 1 }),
  pages: Type.Integer({ minimum: 0 }),
  /** Viewed pages, the current one first. []: unknown. */
  trail: Type.Array(VisitPage),
  referrer: Type.String(),
  session: VisitSource,
  /**
   * `operator` null: invited by a trigger or the page's script. `state`: the furthest state that
   * the visitor's chat windows reported. After a declined invitation the visitor is `browsing`
   * again.
   */
  invitation: Nullable(
    Type.Object({
      text: Type.String(),
      at: Time,
      state: Type.Union([
        Type.Literal("sent"),
        Type.Literal("shown"),
        Type.Literal("opened"),
        Type.Literal("declined"),
      ]),
      by: Type.Union([Type.Literal("script"), Type.Literal("rule"), Type.Literal("operator")]),
      operator: Nullable(NamedRef),
    }),
  ),
});
export type VisitorOnline = Static<typeof VisitorOnline>;
/** The 500 visitors who came last. `total`: number of all. */
export const VisitorsOnline = Type.Object({
  items: Type.Array(VisitorOnline),
  total: Type.Integer({ minimum: 0 }),
});
export type VisitorsOnline = Static<typeof VisitorsOnline>;

/** Maximum characters of an invitation (WG-060). */
export const maxInvitationLength = 500;
export const InviteVisitor = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxInvitationLength }),
    department_id: Type.Optional(Nullable(Id)),
  },
  { additionalProperties: false },
);
export type InviteVisitor = Static<typeof InviteVisitor>;

const value = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
/**
 * Values that an operator sets (source `operator`). null or "" removes a value. An absent field
 * stays unchanged.
 */
export const VisitorPatch = Type.Object(
  {
    name: value(255),
    phone: value(255),
    email: value(255),
    description: value(2000),
  },
  { additionalProperties: false, minProperties: 1 },
);
export type VisitorPatch = Static<typeof VisitorPatch>;

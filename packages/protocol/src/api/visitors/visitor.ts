import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "../common.ts";
import { CompaniesQuery } from "./company.ts";
import { contactFields, type ContactField } from "./contact-fields.ts";
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
} from "../../entity/index.ts";

/** Visitors (API-030). */

export const VisitorParams = Type.Object({ number: IdText });
export const VisitorsQuery = Type.Object(
  {
    /** A part of a name, phone number or email address, or the visitor number. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Union([Type.Literal("number"), Type.Literal("seen")])),
    /** Id of a segment. Its visitors are sorted by number (SEG-003). */
    segment: Type.Optional(IdText),
    /** Name of a company. Its visitors are sorted by number (CO-011). */
    company: CompaniesQuery.properties.name,
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** A table of visitors (SEG-006), with the filters of the list. */
export const VisitorsExportQuery = Type.Object(
  {
    q: VisitorsQuery.properties.q,
    segment: VisitorsQuery.properties.segment,
    format: Type.Optional(Type.Union([Type.Literal("csv"), Type.Literal("xlsx")])),
  },
  { additionalProperties: false },
);
/** The chat of a visitor with the latest activity. */
export const LatestChat = Type.Object({
  id: Id,
  state: ChatState,
  assignee: Nullable(NamedRef),
  channel: ChatChannel,
  page: ChatEntity.properties.page,
  session: ChatEntity.properties.session,
});
/** A visitor with the latest activity among the chats that the operator may see. */
export const VisitorWithActivity = Type.Object({
  ...Visitor.properties,
  /** Time of the last message, or of the start of the last chat. Null without a chat. */
  last_seen_at: Nullable(Time),
  /** The chat with the latest activity, with its channel, page and data of the visit. */
  chat: Nullable(LatestChat),
  chats: Type.Integer({ minimum: 0 }),
  /** Whether an entry of the block list currently blocks the visitor (API-042). */
  blocked: Type.Boolean(),
});
export type VisitorWithActivity = Static<typeof VisitorWithActivity>;
/** A page of visitors, sorted by number or by latest activity, newest first. */
export const Visitors = Page(VisitorWithActivity);
export type Visitors = Static<typeof Visitors>;

const VisitPage = Type.Object({ url: Type.String(), title: Type.String(), at: Time });
/** A pause of 30 minutes ends it. URLs are http or https. */
export const Visit = Type.Object({
  id: Id,
  channel: ChatChannel,
  started_at: Time,
  /** Time of the last request from a page. */
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
/** A page of visits, latest first. */
export const Visits = Page(Visit);
export type Visits = Static<typeof Visits>;

/** A visitor with an open page. `chat` and `chats` are those of every visitor. */
export const VisitorOnline = Type.Object({
  ...VisitorWithActivity.properties,
  /** `chatting`: has an open chat. `invited`: has not responded to an invitation yet. */
  state: Type.Union([Type.Literal("browsing"), Type.Literal("invited"), Type.Literal("chatting")]),
  /** The widget. */
  channel: ChatChannel,
  since: Time,
  /** Number of visits, including this one. */
  visits: Type.Integer({ minimum: 1 }),
  pages: Type.Integer({ minimum: 0 }),
  /** Viewed pages, the current page first. Empty if unknown. */
  trail: Type.Array(VisitPage),
  referrer: Type.String(),
  session: VisitSource,
  /**
   * The invitation of the visitor. `operator` is null if a trigger or the page's script has invited
   * them. `state` is the furthest state that the visitor's chat windows have reported. After a
   * declined invitation, the visitor is `browsing` again.
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
/** The latest 500. `total` is the number of all visitors who are online. */
export const VisitorsOnline = Type.Object({
  items: Type.Array(VisitorOnline),
  total: Type.Integer({ minimum: 0 }),
});
export type VisitorsOnline = Static<typeof VisitorsOnline>;

/** Maximum number of characters in an invitation (WG-060). */
export const maxInvitationLength = 500;
export const InviteVisitor = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: maxInvitationLength }),
    department_id: Type.Optional(Nullable(Id)),
  },
  { additionalProperties: false },
);
export type InviteVisitor = Static<typeof InviteVisitor>;

const toValue = ({ maxLength }: { readonly maxLength: number }) =>
  Type.Optional(Nullable(Type.String({ maxLength })));
type ContactValue = ReturnType<typeof toValue>;
/** Values with the source `operator`. null or "" removes a value. Absent: unchanged. */
export const VisitorPatch = Type.Object(
  Object.fromEntries(
    Object.entries(contactFields).map(([field, shape]) => [field, toValue(shape)]),
  ) as Record<ContactField, ContactValue>,
  { additionalProperties: false, minProperties: 1 },
);
export type VisitorPatch = Static<typeof VisitorPatch>;

import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { ChatChannel, ChatEntity, ChatState, Id, Nullable, PersonRef, Session, Time, Visitor } from "./entity.ts";

/** Visitors (API-030). */

export const VisitorParams = Type.Object({ number: IdText });
export const VisitorsQuery = Type.Object(
  {
    /** Part of a name, phone or e-mail, or the visitor number. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Union([Type.Literal("number"), Type.Literal("seen")])),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** A visitor with what he did last, of the chats that the asker may see. */
export const VisitorSeen = Type.Object({
  ...Visitor.properties,
  /** Begin of the last chat, or its last message; null: no chat. */
  last_seen_at: Nullable(Time),
  /** The chat of that time, with its channel, its page and what is known of the visit. */
  chat: Nullable(
    Type.Object({
      id: Id,
      state: ChatState,
      assignee: Nullable(PersonRef),
      channel: ChatChannel,
      page: ChatEntity.properties.page,
      session: ChatEntity.properties.session,
    }),
  ),
  /** How many chats. */
  chats: Type.Integer({ minimum: 0 }),
  /** An entry of the blacklist blocks him now (API-042 names it). */
  blocked: Type.Boolean(),
});
export type VisitorSeen = Static<typeof VisitorSeen>;
/** Newest first by number, or by what they did last. */
export const Visitors = Page(VisitorSeen);
export type Visitors = Static<typeof Visitors>;

const VisitPage = Type.Object({ url: Type.String(), title: Type.String(), at: Time });
/** A visit of a site with a widget: a pause of half an hour ends it. Addresses are http(s) ones. */
export const Visit = Type.Object({
  id: Id,
  channel: ChatChannel,
  started_at: Time,
  /** The last sign of life. */
  last_at: Time,
  /** How often another page was looked at; `trail`: the latest 20 of them, newest first. */
  pages: Type.Integer({ minimum: 0 }),
  trail: Type.Array(VisitPage),
  /** Where the visit began; "" unknown. */
  first_url: Type.String(),
  referrer: Type.String(),
  session: Session,
});
export type Visit = Static<typeof Visit>;
/** The latest first. */
export const Visits = Page(Visit);
export type Visits = Static<typeof Visits>;

/** A visitor who has a page with a widget open. `chat` and `chats` as of any visitor. */
export const VisitorOnline = Type.Object({
  ...VisitorSeen.properties,
  /** `chatting`: a chat runs; `invited`: an invitation waits for his answer. */
  state: Type.Union([Type.Literal("browsing"), Type.Literal("invited"), Type.Literal("chatting")]),
  /** The widget. */
  channel: ChatChannel,
  /** Since when on the site. */
  since: Time,
  /** How many visits, this one counted. */
  visits: Type.Integer({ minimum: 1 }),
  pages: Type.Integer({ minimum: 0 }),
  /** The page he looks at first; [] not known. */
  trail: Type.Array(VisitPage),
  referrer: Type.String(),
  session: Session,
  /** `operator` null: by a rule or the page's script. `state`: how far it came, as his windows tell; a declined one waits no more (`browsing`). */
  invitation: Nullable(
    Type.Object({
      text: Type.String(),
      at: Time,
      state: Type.Union([Type.Literal("sent"), Type.Literal("shown"), Type.Literal("opened"), Type.Literal("declined")]),
      by: Type.Union([Type.Literal("script"), Type.Literal("rule"), Type.Literal("operator")]),
      operator: Nullable(PersonRef),
    }),
  ),
});
export type VisitorOnline = Static<typeof VisitorOnline>;
/** The 500 who came last; `total`: how many there are. */
export const VisitorsOnline = Type.Object({ items: Type.Array(VisitorOnline), total: Type.Integer({ minimum: 0 }) });
export type VisitorsOnline = Static<typeof VisitorsOnline>;

/** WG-060. */
export const longestInvitation = 500;
export const InviteVisitor = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: longestInvitation }), department_id: Type.Optional(Nullable(Id)) },
  { additionalProperties: false },
);
export type InviteVisitor = Static<typeof InviteVisitor>;

const value = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
/** Values that an operator sets (source `operator`); null or an empty text removes one, an absent field stays. */
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

import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { ChatChannel, ChatEntity, ChatState, Id, Nullable, PersonRef, Time, Visitor } from "./entity.ts";

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

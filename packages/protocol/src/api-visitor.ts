import { Type, type Static } from "typebox";
import { CursorText, IdText, Limit, Page } from "./api-common.ts";
import { Nullable, Visitor } from "./entity.ts";

/** Visitors (API-030). */

export const VisitorParams = Type.Object({ number: IdText });
export const VisitorsQuery = Type.Object(
  {
    /** Part of a name, phone or e-mail, or the visitor number. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    limit: Limit,
    cursor: CursorText,
  },
  { additionalProperties: false },
);
/** Newest first. */
export const Visitors = Page(Visitor);
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

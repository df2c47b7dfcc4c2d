import { Type, type Static } from "typebox";
import { Nullable, Time } from "../../entity/index.ts";
import { Limit, Page } from "../common.ts";

/** Companies of visitors (CO-010). */

const CompanyName = Type.String({ minLength: 1, maxLength: 1000 });
export const CompaniesQuery = Type.Object(
  {
    /** The beginning of the names. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
    /** The whole name. */
    name: Type.Optional(CompanyName),
    sort: Type.Optional(Type.Union([Type.Literal("name"), Type.Literal("last_chat")])),
    limit: Limit,
    /** A cursor has a name, so it is longer than others. */
    cursor: Type.Optional(Type.String({ maxLength: 2000, pattern: "^[A-Za-z0-9_-]+$" })),
  },
  { additionalProperties: false },
);
export const Company = Type.Object({
  name: Type.String(),
  visitors: Type.Integer({ minimum: 1 }),
  open_chats: Type.Integer({ minimum: 0 }),
  last_chat_at: Nullable(Time),
});
export type Company = Static<typeof Company>;
export const Companies = Page(Company);
export type Companies = Static<typeof Companies>;

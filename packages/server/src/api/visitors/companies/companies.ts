import type { FastifyInstance } from "fastify";
import { Companies, CompaniesQuery } from "@parlour/protocol/api";
import { isCompanyField } from "@parlour/protocol/field-kinds";
import { refuse } from "../../../core/failure.ts";
import { cleanText } from "../../../core/text.ts";
import { toIsoTimeOrNull } from "../../../store/database/parameters.ts";
import { listCompanies } from "../../../store/visitors/company.ts";
import { getChatVisibility } from "../../chats/visibility.ts";
import { decodeTextCursor, encodeCursor } from "../../kit/cursor.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";

/** Registers the list of companies (CO-010). */
export function companyRoutes(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/companies",
    action: "visitors.read",
    tag: "visitors",
    summary: "List companies",
    query: CompaniesQuery,
    status: 200,
    answer: Companies,
    async handle({ principal, query }) {
      const account = principal.accountId;
      const { sort = "name", limit = 50, cursor, name } = query;
      const sight = getChatVisibility(principal);
      if (sort === "last_chat" && !sight.seesAllChats)
        refuse("invalid_request", "Only operators who see all chats can sort by last_chat.", {
          field: "sort",
        });
      const list = `companies_${sort}`;
      const [chatAt = 0, key = ""] = cursor === undefined ? [] : decodeTextCursor(list, cursor);
      const { fields = [] } = await deps.config(account);
      if (!fields.some(isCompanyField)) return { items: [], next_cursor: null };
      const q = cleanText(query.q ?? "").trim() || undefined;
      const page = await listCompanies(deps.reader, account, sight, {
        sort,
        limit,
        q,
        name: name === undefined ? undefined : cleanText(name),
        after: cursor === undefined ? undefined : { key, chatAt },
      });
      return {
        items: page.rows.map((row) => ({
          name: row.name,
          visitors: row.visitors,
          open_chats: row.openChats,
          last_chat_at: toIsoTimeOrNull(row.lastChatAt),
        })),
        next_cursor: page.next && encodeCursor(list, [page.next.chatAt, page.next.key]),
      };
    },
  });
}

import type { ChatsQuery } from "@parlour/protocol/api";
import type { Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { resolveView } from "../../settings/content/resolve-view.ts";
import type { ChatFilter } from "../../store/chats/chat-record.ts";
import type { Reader } from "../../store/database/reader.ts";
import { listPersonNumbers } from "../../store/visitors/person.ts";
import { filtersRunning } from "../../store/chats/list/chat-selection.ts";
import { decodeCursor } from "../kit/cursor.ts";
import { parseId } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { ViewCountPort } from "../settings/views.ts";

export interface ChatFilterDeps extends RouteDeps {
  readonly viewCounts: ViewCountPort;
}

/** Reads the filter (API-020). Throws `not_found` if the principal does not use its view. */
export async function readChatFilter(
  deps: ChatFilterDeps,
  principal: Principal,
  query: ChatsQuery,
): Promise<ChatFilter> {
  const { condition, view, sort } = await resolveView(deps, principal, query);
  const filter: ChatFilter = {
    ...toChatFilter(query, sort, deps.clock.now()),
    ...(await readPersonFilter(deps.reader, principal.accountId, query.visitor)),
    view,
    condition,
    candidates:
      condition && deps.viewCounts.findCandidates(principal, Number(query.view), condition),
  };
  if (sort === "due" && !filtersRunning(filter))
    refuse("invalid_request", "Only lists of running chats have due times.", { field: "sort" });
  return filter;
}

/** Converts the query, except for `view` and `visitor`. */
function toChatFilter(query: ChatsQuery, sort: ChatFilter["sort"], now: number): ChatFilter {
  const assignee = query.assignee;
  const [key, id] = decodeCursor(sort, query.cursor, 2);
  const q = query.q?.trim();
  return {
    sort,
    now,
    limit: query.limit ?? 50,
    state: query.state,
    snoozed: query.snoozed,
    assignee:
      assignee === undefined
        ? undefined
        : assignee === "me" || assignee === "none"
          ? assignee
          : parseId(assignee, "operator"),
    channelId: query.channel === undefined ? undefined : parseId(query.channel, "channel"),
    departmentId:
      query.department === undefined ? undefined : parseId(query.department, "department"),
    tagId: query.tag === undefined ? undefined : parseId(query.tag, "tag"),
    language: query.language,
    q: q || undefined,
    after: key === undefined || id === undefined ? undefined : { key: String(key), id },
  };
}

/** Filters by all visitors of the person of `visitor` (API-410), or not at all. */
export async function readPersonFilter(
  reader: Reader,
  account: number,
  visitor: string | undefined,
): Promise<{ readonly visitorNumbers?: readonly number[] }> {
  if (visitor === undefined) return {};
  return { visitorNumbers: await listPersonNumbers(reader, account, parseId(visitor, "visitor")) };
}

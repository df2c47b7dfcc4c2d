import type { ChatVisibility } from "../chats/chat-record.ts";
import { chatVisibilityCondition, visitorVisibilityCondition } from "../chats/visibility.ts";
import {
  createParameters,
  fromMicroseconds,
  lookupJoin,
  toInteger,
  toMicroseconds,
  type QueryParameters,
} from "../database/parameters.ts";
import type { Reader } from "../database/reader.ts";

/** Maximum number of companies that one page compares for an operator who sees some visitors. */
const maxScannedCompanies = 500;

interface CompanyRecord {
  readonly key: string;
  /** The spelling of the newest visitor. */
  readonly name: string;
  readonly visitors: number;
  readonly openChats: number;
  readonly lastChatAt: Date | null;
}
/** The last row of a page. `chatAt`: microseconds since 1970. */
interface CompanyCursor {
  readonly key: string;
  readonly chatAt: number;
}
interface CompanyPage {
  readonly rows: readonly CompanyRecord[];
  /** Cursor of the last compared company, if others remain. */
  readonly next: CompanyCursor | null;
}
interface CompanyFilter {
  readonly sort: "name" | "last_chat";
  /** The beginning of the names. */
  readonly q?: string | undefined;
  /** The whole name. */
  readonly name?: string | undefined;
  readonly after?: CompanyCursor | undefined;
  readonly limit: number;
}
interface CompanyRow {
  readonly key: string;
  readonly chat_at: string;
  readonly name: string | null;
  readonly visitors: string;
  readonly open_chats: string;
  readonly last_chat_at: Date | null;
}

/**
 * Lists companies (CO-010). The numbers are stored for those who see all visitors, and counted of
 * the visitors and chats in sight for others. Their page may have fewer rows than `limit`.
 */
export async function listCompanies(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: CompanyFilter,
): Promise<CompanyPage> {
  const v = createParameters(account);
  const [order, after] = toOrder(filter, v);
  const scanned = sight.seesAllChats ? filter.limit + 1 : maxScannedCompanies;
  const rows = await reader.rows<CompanyRow>(
    account,
    `with page as materialized (select c.*, ${toMicroseconds(chatTime)} as chat_at from company c
        where c.account_id = $1 and ${matchCondition(filter, v)} and ${after} order by ${order} limit ${v.put(scanned)})
     select c.key, c.chat_at, n.name, k.* from page c cross join lateral (${numbers(sight, v)}) k
       left join lateral (${newestSpelling(sight, v)}) n on true order by ${order}`,
    v.list,
  );
  const shown = rows.filter(({ name }) => name !== null).slice(0, filter.limit);
  const isFull = shown.length === filter.limit;
  const last = isFull ? shown.at(-1) : rows.at(-1);
  const hasMore = isFull ? rows.at(-1) !== last : rows.length === scanned;
  return {
    rows: shown.map((row) => ({
      key: row.key,
      name: row.name ?? "",
      visitors: toInteger(row.visitors),
      openChats: toInteger(row.open_chats),
      lastChatAt: row.last_chat_at,
    })),
    next: hasMore && last !== undefined ? { key: last.key, chatAt: toInteger(last.chat_at) } : null,
  };
}

/** Companies without a chat come last. The expression is that of the index. */
const chatTime = "coalesce(c.last_chat_at, timestamptz 'epoch')";

function toOrder({ sort, after }: CompanyFilter, v: QueryParameters): readonly [string, string] {
  const key = after && v.put(after.key);
  if (sort === "name") return ["c.key", key === undefined ? "true" : `c.key > ${key}`];
  return [
    `${chatTime} desc, c.key desc`,
    after === undefined
      ? "true"
      : `(${chatTime}, c.key) < (${fromMicroseconds(v.put(after.chatAt))}, ${key})`,
  ];
}

function matchCondition({ q, name }: CompanyFilter, v: QueryParameters): string {
  const whole = name === undefined ? "true" : `c.key = company_key(${v.put(name)})`;
  if (q === undefined) return whole;
  const beginning = `company_key(${v.put(q)})`;
  // The last code point ends the range of the index.
  return `${whole} and c.key >= ${beginning} and c.key < ${beginning} || chr(1114111)`;
}

const visibleVisitors = (sight: ChatVisibility, v: QueryParameters): string =>
  `company_visitor m ${lookupJoin("visitor", "v", "v.account_id = m.account_id and v.id = m.visitor_id")}
   where m.account_id = $1 and m.key = c.key and ${visitorVisibilityCondition(sight, v)}`;

const newestSpelling = (sight: ChatVisibility, v: QueryParameters): string =>
  `select m.name from ${
    sight.seesAllChats
      ? "company_visitor m where m.account_id = $1 and m.key = c.key"
      : visibleVisitors(sight, v)
  } order by m.number desc limit 1`;

const numbers = (sight: ChatVisibility, v: QueryParameters): string =>
  sight.seesAllChats
    ? "select c.visitors, c.open_chats, c.last_chat_at"
    : `select count(*) as visitors, sum(o.open_chats) as open_chats, max(o.last_chat_at) as last_chat_at
       from (select m.visitor_id from ${visibleVisitors(sight, v)} offset 0) p cross join lateral (
         select count(*) filter (where c.state <> 'closed') as open_chats, max(c.created_at) as last_chat_at from chat c
         where c.account_id = $1 and c.visitor_id = p.visitor_id and ${chatVisibilityCondition(sight, v)}) o`;

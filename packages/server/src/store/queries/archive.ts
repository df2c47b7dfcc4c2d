import type { ChatRecord, ChatVisibility } from "../../core/record/chat.ts";
import type { ChatCondition, SearchFilter, SearchSort } from "../../core/record/search.ts";
import type { Reader } from "../reader.ts";
import { activityOf, chatColumns, chatJoins, toRecord, type ChatRow } from "./chat-row.ts";
import { says } from "./own-text.ts";
import { chatInSight } from "./sight.ts";
import { byKey, fromMicroseconds, int, microseconds, values, type Values } from "./values.ts";

/** Time of the last activity in microseconds, and the chat's id. */
export interface ArchivePlace {
  readonly key: number;
  readonly id: number;
}

/**
 * Matching messages or chats scanned per round, and rounds per request. The next page continues
 * (performance.md 2).
 */
export const mostPerRound = 2_000;
export const mostRounds = 5;
/** Chats read per visitor. */
const mostOfVisitor = 1_000;

/**
 * Lists chats by their properties only, without a message filter. Sorted by last activity, the
 * latest first unless `sort` is `oldest`.
 */
export async function listArchive(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  filter: SearchFilter,
  { limit, after: place, sort }: { readonly limit: number; readonly after: ArchivePlace | null; readonly sort: SearchSort },
): Promise<{ readonly items: readonly ChatRecord[]; readonly next: ArchivePlace | null }> {
  const chats: number[] = [];
  let next = place;
  let isOver = false;
  const [way, back, beyond] = sort === "oldest" ? ["", "desc", ">"] : ["desc", "", "<"];
  for (let round = 0; round < mostRounds && !isOver && chats.length < limit; round++) {
    const v = values(account);
    const after = next === null ? "" : `and (a.last_at, a.chat_id) ${beyond} (${fromMicroseconds(v.put(next.key))}, ${v.put(next.id)})`;
    const source =
      filter.visitors === undefined
        ? `select a.* from chat_activity a where a.account_id = $1 ${after}`
        : `select a.* from (${chatsOfVisitors(filter.visitors, v)}) q ${byKey("chat_activity", "a", `a.account_id = $1 and a.chat_id = q.id ${after}`)}`;
    const wanted = v.put(limit + 1 - chats.length);
    const rows = await reader.rows<{ chat: string | null; key: string | null; low_key: string | null; low_id: string | null; n: string }>(
      account,
      `
      with found as materialized (select x.chat_id, x.last_at from (${source}) x
          where true ${filter.after === undefined ? "" : `and x.last_at >= ${time(v, filter.after)}`} order by x.last_at ${way}, x.chat_id ${way} limit ${mostPerRound}),
        page as materialized (
          select f.chat_id, f.last_at from (select * from found order by last_at ${way}, chat_id ${way} offset 0) f ${byKey("chat", "c", "c.account_id = $1 and c.id = f.chat_id")}
          where ${chatInSight(sight, v)} ${filter.before === undefined ? "" : `and c.created_at < ${time(v, filter.before)}`} ${chatTests(filter.chats, v)}
          order by f.last_at ${way}, f.chat_id ${way} limit ${wanted})
      select p.chat_id as chat, ${microseconds("p.last_at")} as key, ${microseconds("b.last_at")} as low_key, b.chat_id as low_id, (select count(*) from found) as n
      from (select 1) one left join (select * from found order by last_at ${back}, chat_id ${back} limit 1) b on true left join page p on true
      order by p.last_at ${way}, p.chat_id ${way}`,
      v.list,
    );
    const found = rows.flatMap(({ chat, key }) => (chat === null || key === null ? [] : [{ chat: int(chat), key: int(key) }]));
    const room = limit - chats.length;
    const taken = found.slice(0, room);
    chats.push(...taken.map(({ chat }) => chat));
    const last = taken.at(-1);
    const { low_key: key = null, low_id: id = null, n = "0" } = rows[0] ?? {};
    if (found.length > room && last !== undefined) next = { key: last.key, id: last.chat };
    else if (key !== null && id !== null && int(n) === mostPerRound) next = { key: int(key), id: int(id) };
    else isOver = true;
  }
  const records = await chatRecords(reader, account, sight, chats);
  return { items: chats.flatMap((id) => records.get(id) ?? []), next: isOver ? null : next };
}

/**
 * Returns conditions on the row `c` of the chat table. Values that only the JSON body contains are
 * matched in its text (json-text.ts).
 */
export function chatTests(tests: readonly ChatCondition[], v: Values): string {
  return tests.map((test) => `and ${test.not ? "not " : ""}(${chatTest(test, v)})`).join(" ");
}
function chatTest(test: ChatCondition, v: Values): string {
  switch (test.is) {
    case "operator": {
      const ids = v.put(test.ids);
      return `coalesce(c.assignee = any(${ids}::bigint[]), false)
        or exists (select 1 from participant p where p.account_id = c.account_id and p.chat_id = c.id and p.operator_id = any(${ids}::bigint[]) offset 0)`;
    }
    case "channel":
      return `c.source = any(${v.put(test.ids)}::bigint[])`;
    case "department":
      return `exists (select 1 from unnest(${v.put(test.ids)}::bigint[]) d where strpos(c.body, '"department":{"id":' || d || ',') > 0)`;
    case "state":
      return `c.state = any(${v.put(test.states)}::text[])`;
    case "rating":
      return `exists (select 1 from unnest(${v.put(test.ratings.map((one) => `"rating":${JSON.stringify(one)}`))}::text[]) r where ${says("c", "r")})`;
    case "tag":
      return `case when strpos(c.body, '"tags":[{') > 0 then exists (select 1 from jsonb_array_elements(c.body::jsonb -> 'tags') t
        where (t ->> 'id')::bigint = any(${v.put(test.ids)}::bigint[]) or lower(replace(t ->> 'name', '"', '')) = any(${v.put(test.names)}::text[])) else false end`;
  }
}

export function chatsOfVisitors(numbers: readonly number[], v: Values): string {
  return `select c.id from visitor o ${byKey("chat", "c", "c.account_id = $1 and c.visitor_id = o.id")}
    where o.account_id = $1 and o.number = any(${v.put(numbers)}::bigint[]) order by c.id limit ${mostOfVisitor}`;
}
/** Returns a timestamp expression for ms since 1970. */
export const time = (v: Values, at: number): string => `to_timestamp(${v.put(at)}::float8 / 1000)`;

/** Returns these chats as the operator sees them, by id. */
export async function chatRecords(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  chats: readonly number[],
): Promise<ReadonlyMap<number, ChatRecord>> {
  const rows = await reader.rows<ChatRow>(
    account,
    `select 0 as key, ${chatColumns} from unnest($3::bigint[]) q(id) ${byKey("chat", "c", "c.account_id = $1 and c.id = q.id")} ${activityOf("c")} ${chatJoins}`,
    [account, sight.operatorId, chats],
    "kept",
  );
  return new Map(rows.map((row) => [int(row.id), toRecord(row)]));
}

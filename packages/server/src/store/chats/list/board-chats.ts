import type { ContactOwner } from "../../../core/contacts.ts";
import type { ChatSla, ChatState, NamedRef } from "../../../core/entity.ts";
import { visitorDisplayName } from "../../../core/visitor/resolve.ts";
import { toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";

/** What the live board shows of a chat with a due time. `name` is null if no contact has one. */
export interface DueChat {
  readonly sla: ChatSla;
  readonly visitor: {
    readonly id: number;
    readonly number: number;
    readonly name: string | null;
  };
  readonly operator: NamedRef | null;
}
/** What the live board shows of a running chat (BOARD-001). */
export interface BoardChat {
  readonly state: ChatState;
  readonly isSnoozed: boolean;
  /** Since when its visitor waits for an operator. null: they do not. */
  readonly waitingSince: string | null;
  readonly channelId: number;
  readonly departmentId: number | null;
  /** null: nothing is due (SLA-010). */
  readonly due: DueChat | null;
  /** Ids of the operators who are in it now. */
  readonly operators: readonly number[];
}

/** Reads the running chats of an account, by id. */
export async function readBoardChats(
  reader: Reader,
  account: number,
): Promise<Map<number, BoardChat>> {
  // The text search avoids parsing most bodies as JSON. Attributes of pages can contain the same
  // text, so the JSON decides.
  const rows = await reader.rows<BoardChatRow>(
    account,
    `select c.id, c.state, c.source, c.visitor_id, b.body ->> 'snoozed' is not null as snoozed,
       case when c.state = 'waiting' then b.body #>> '{wait,since}' end as since,
       (b.body #>> '{department,id}')::bigint as department, b.body -> 'sla' as sla, b.body -> 'assignee' as assignee,
       v.number, v.body as visitor,
       array(select p.operator_id from participant p where p.account_id = $1 and p.chat_id = c.id and p.left_at is null)::float8[] as operators
     from chat c cross join lateral (
       select case when c.state = 'waiting' or c.body ~ '"(snoozed|sla|department)":\\{' then c.body::jsonb end as body offset 0) b
     left join visitor v on b.body ? 'sla' and v.account_id = $1 and v.id = c.visitor_id
     where c.account_id = $1 and c.state <> 'closed'`,
    [account],
  );
  return new Map(
    rows.map((row) => [
      toInteger(row.id),
      {
        state: row.state,
        isSnoozed: row.snoozed,
        waitingSince: row.since,
        channelId: toInteger(row.source),
        departmentId: row.department === null ? null : toInteger(row.department),
        due: row.sla && {
          sla: row.sla,
          visitor: {
            id: toInteger(row.visitor_id),
            number: toInteger(row.number ?? 0),
            name: visitorDisplayName(JSON.parse(row.visitor ?? "{}") as ContactOwner) || null,
          },
          operator: row.assignee,
        },
        operators: row.operators,
      },
    ]),
  );
}
interface BoardChatRow {
  readonly id: string;
  readonly state: ChatState;
  readonly source: string;
  readonly visitor_id: string;
  readonly snoozed: boolean;
  readonly since: string | null;
  readonly department: string | null;
  readonly sla: ChatSla | null;
  readonly assignee: NamedRef | null;
  /** Number and JSON of the visitor of a chat that has a due time. */
  readonly number: string | null;
  readonly visitor: string | null;
  readonly operators: readonly number[];
}

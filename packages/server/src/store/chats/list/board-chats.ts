import type { ChatEntity, ChatState } from "../../../core/entity.ts";
import { toInteger } from "../../database/parameters.ts";
import type { Reader } from "../../database/reader.ts";

type SlaState = NonNullable<ChatEntity["sla"]>["state"];
/** What the live board shows of a running chat (BOARD-001). */
export interface BoardChat {
  readonly state: ChatState;
  readonly isSnoozed: boolean;
  /** Since when its visitor waits for an operator. null: they do not. */
  readonly waitingSince: string | null;
  /** null: nothing is due (SLA-010). */
  readonly sla: SlaState | null;
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
    `select c.id, c.state, case when c.state = 'waiting' then c.body::jsonb #>> '{wait,since}' end as since,
       case when strpos(c.body, '"snoozed":{') > 0 then c.body::jsonb ? 'snoozed' else false end as snoozed,
       case when strpos(c.body, '"sla":{') > 0 then c.body::jsonb #>> '{sla,state}' end as sla,
       array(select p.operator_id from participant p where p.account_id = $1 and p.chat_id = c.id and p.left_at is null)::float8[] as operators
     from chat c where c.account_id = $1 and c.state <> 'closed'`,
    [account],
  );
  return new Map(
    rows.map(({ id, state, since, snoozed, sla, operators }) => [
      toInteger(id),
      { state, isSnoozed: snoozed, waitingSince: since, sla, operators },
    ]),
  );
}
interface BoardChatRow {
  readonly id: string;
  readonly state: ChatState;
  readonly since: string | null;
  readonly snoozed: boolean;
  readonly sla: SlaState | null;
  readonly operators: readonly number[];
}

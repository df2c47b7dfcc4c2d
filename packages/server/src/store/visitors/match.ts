import {
  listContactValues,
  findSharedContacts,
  type SharedContact,
} from "../../core/search/contact-keys.ts";
import { toContactQuery } from "../../core/search/visitor-lexemes.ts";
import type { ChatVisibility } from "../chats/chat-record.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger } from "../database/parameters.ts";
import { personQuery } from "./person.ts";
import { listVisitorsById } from "./visitor.ts";
import type { VisitorRecord } from "./visitor-record.ts";

/** A visitor who may be the same person as another one, and the contacts that both have. */
export interface VisitorMatchRecord {
  readonly record: VisitorRecord;
  readonly contacts: readonly SharedContact[];
}

/** Maximum number of visitors with an equal contact that are considered, the newest ones. */
const maxCandidates = 50;

/** The visitors of a person: ids of all, and the records of those in sight. */
export interface SearchedPerson {
  readonly person: readonly number[];
  readonly visible: readonly VisitorRecord[];
}

/**
 * Finds visitors in sight who have an email address or phone number of a person (CORE-290), the
 * newest first. Of another person with several visitors, only the newest match is returned. Leaves
 * out visitors of whom an operator said that they are different.
 */
export async function findVisitorMatches(
  reader: Reader,
  account: number,
  sight: ChatVisibility,
  { person, visible }: SearchedPerson,
): Promise<readonly VisitorMatchRecord[]> {
  const query = toContactQuery(visible.flatMap(({ visitor }) => listContactValues(visitor)));
  if (query === null) return [];
  const rows = await reader.rows<{ visitor: string; person: string }>(
    account,
    `with found as materialized (select distinct f.number, f.visitor from search_visitor_find($2, ${maxCandidates}) f
         where f.visitor <> all($3::bigint[])),
       candidate as materialized (
         select f.number, f.visitor, q.ids from found f cross join lateral (
           select array_agg(p.id order by p.id) as ids from (${personQuery("array[f.visitor]")}) p) q)
     select c.visitor, c.ids[1] as person from candidate c
     where not exists (select from person_link d where d.account_id = $1 and d.kind = 'different'
       and (d.visitor_id = any(c.ids) and d.other_id = any($3::bigint[])
         or d.other_id = any(c.ids) and d.visitor_id = any($3::bigint[])))
     order by c.number desc`,
    [account, query, person],
  );
  const records = await listVisitorsById(
    reader,
    account,
    sight,
    rows.map((row) => toInteger(row.visitor)),
  );
  const persons = new Set<string>();
  const matches: VisitorMatchRecord[] = [];
  for (const row of rows) {
    const record = records.find(({ visitor }) => visitor.id === toInteger(row.visitor));
    // The index is slightly behind, and its keys are less exact.
    const contacts = record === undefined ? [] : findContacts(visible, record);
    if (record === undefined || contacts.length === 0 || persons.has(row.person)) continue;
    persons.add(row.person);
    matches.push({ record, contacts });
  }
  return matches;
}

function findContacts(
  visible: readonly VisitorRecord[],
  other: VisitorRecord,
): readonly SharedContact[] {
  const contacts = visible.flatMap(({ visitor }) => findSharedContacts(visitor, other.visitor));
  return contacts.filter(
    (contact, n) =>
      contacts.findIndex(({ kind, value }) => kind === contact.kind && value === contact.value) ===
      n,
  );
}

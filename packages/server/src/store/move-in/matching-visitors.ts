import type { MovePerson } from "@parlour/protocol/move-in/record";
import type { ContactOwner } from "../../core/contacts.ts";
import { findSharedContacts, listContactValues } from "../../core/search/contact-keys.ts";
import { toContactQuery } from "../../core/search/visitor-lexemes.ts";
import type { Reader } from "../database/reader.ts";
import { toInteger } from "../database/parameters.ts";

const personsPerQuery = 50;
const maxCandidates = 400;

type Contacts = Pick<MovePerson, "id" | "email" | "phone">;
/** Visitors who have the email or phone of a person of another system. */
export interface PersonMatch {
  readonly personId: string;
  readonly visitors: readonly number[];
}

/** Finds the visitors who have an address of these persons (CORE-290). */
export async function findMatchingVisitors(
  reader: Reader,
  account: number,
  persons: readonly Contacts[],
): Promise<readonly PersonMatch[]> {
  const matches: PersonMatch[] = [];
  for (let n = 0; n < persons.length; n += personsPerQuery) {
    const part = persons.slice(n, n + personsPerQuery).map((person) => ({
      id: person.id,
      owner: toOwner(person),
    }));
    const query = toContactQuery(part.flatMap(({ owner }) => listContactValues(owner)));
    if (query === null) continue;
    const rows = await reader.rows<{ id: string; body: string }>(
      account,
      `select v.id, v.body from (select distinct f.visitor from search_visitor_find($2, ${maxCandidates}) f) q
         cross join lateral (select v.id, v.body from visitor v where v.account_id = $1 and v.id = q.visitor offset 0) v`,
      [account, query],
    );
    const visitors = rows.map(({ id, body }) => ({
      id: toInteger(id),
      owner: JSON.parse(body) as ContactOwner,
    }));
    for (const { id, owner } of part) {
      const found = visitors.filter(
        (visitor) => findSharedContacts(owner, visitor.owner).length > 0,
      );
      if (found.length > 0)
        matches.push({ personId: id, visitors: found.map((visitor) => visitor.id) });
    }
  }
  return matches;
}
export async function countMatchingPersons(
  reader: Reader,
  account: number,
  persons: readonly Contacts[],
): Promise<number> {
  return (await findMatchingVisitors(reader, account, persons)).length;
}

const toOwner = ({ email, phone }: Contacts): ContactOwner => {
  const toContact = (value: string | undefined) =>
    value === undefined || value === "" ? null : { value, source: "import" as const, at: "" };
  return { name: null, email: toContact(email), phone: toContact(phone), description: null };
};

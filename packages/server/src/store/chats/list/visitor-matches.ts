import { searchedContacts } from "../../../core/contacts.ts";
import { containsPattern, type QueryParameters } from "../../database/parameters.ts";

/**
 * Returns an SQL condition on the row `v` of visitor: a part of name, phone or email, or the exact
 * number, also in the format `#12`. It checks the stored text first, because parsing JSON costs ten
 * times as much.
 */
export function visitorMatchCondition(q: string, v: QueryParameters): string {
  const escapedPattern = v.put(containsPattern(JSON.stringify(q).slice(1, -1)));
  const pattern = v.put(containsPattern(q));
  const values = searchedContacts.map((field) => `x.b #>> '{${field},value}'`);
  const contact = `(v.body ilike ${escapedPattern} and exists (select 1 from (select v.body::jsonb as b) x
    where ${values.map((value) => `${value} ilike ${pattern}`).join(" or ")}))`;
  const number = parseNumber(q);
  return number === undefined ? contact : `(v.number = ${v.put(number)} or ${contact})`;
}

/** Returns the digits of a number of a visitor or a chat, also in the format `#12`. */
export const parseNumber = (q: string): string | undefined => /^#?([1-9][0-9]{0,14})$/.exec(q)?.[1];

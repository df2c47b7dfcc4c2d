import { anywhere, type Values } from "./values.ts";

/**
 * Condition on the row `v` of table visitor: part of name, phone or e-mail, or exactly the number, as it is shown too (`#12`). The stored text is looked at first,
 * because reading it as JSON costs ten times as much.
 */
export function visitorMatches(q: string, v: Values): string {
  const written = v.put(anywhere(JSON.stringify(q).slice(1, -1)));
  const pattern = v.put(anywhere(q));
  const contact = `(v.body ilike ${written} and exists (select 1 from (select v.body::jsonb as b) x
    where x.b #>> '{name,value}' ilike ${pattern} or x.b #>> '{phone,value}' ilike ${pattern} or x.b #>> '{email,value}' ilike ${pattern}))`;
  const number = /^#?([1-9][0-9]{0,14})$/.exec(q)?.[1];
  return number === undefined ? contact : `(v.number = ${v.put(number)} or ${contact})`;
}

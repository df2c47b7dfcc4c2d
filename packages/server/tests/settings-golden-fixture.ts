import type { ServiceApi } from "./api-fixture.ts";

/** What the golden tests of the settings record: answers, audit entries and the journal, masked. */

/** Returns an error as its code, field and message, and any other answer unchanged. */
export function summarize(body: unknown): unknown {
  const error = (body as { error?: { code: string; field?: string; message: string } } | null)
    ?.error;
  return error === undefined ? body : `${error.code} ${error.field ?? ""} ${error.message}`;
}
export const shorten = (body: object): string =>
  JSON.stringify(body).replaceAll(/x{20,}/g, (text) => `${text.length} × x`);

/** Returns a function that replaces ids, times and secrets with words. Equal ids have one word. */
export function createMask(): (value: unknown) => string {
  const words = new Map<string, string>();
  const toWord = (name: string, id: string): string => {
    const key = `${name} ${id}`;
    const count = [...words.keys()].filter((other) => other.startsWith(`${name} `)).length;
    const word = words.get(key) ?? `<${name} ${count + 1}>`;
    words.set(key, word);
    return word;
  };
  const maskIds = (text: string): string =>
    text
      .replaceAll(
        /\b(tag|webhook|department|API key|operator|channel|canned reply|trigger|bot|blacklist) (\d+)\b/g,
        (_, name: string, id: string) => `${name} ${toWord(name, id)}`,
      )
      .replaceAll(
        /"operator":\{"id":(\d+)/g,
        (_, id: string) => `"operator":{"id":${toWord("operator", id)}`,
      )
      .replaceAll(
        /"(\w+)_id": ?(\d+)/g,
        (_, name: string, id: string) => `"${name}_id":${toWord(name, id)}`,
      )
      .replaceAll(
        /"(operator|channel|department)s":\[([\d,]+)\]/g,
        (_, name: string, ids: string) =>
          `"${name}s":[${ids.replaceAll(/\d+/g, (id) => toWord(name, id))}]`,
      )
      .replaceAll(/"id": ?(\d+)/g, (_, id: string) => `"id":${toWord("row", id)}`)
      .replaceAll(/"(\d+) u-17"/g, (_, id: string) => `"${toWord("channel", id)} u-17"`)
      .replaceAll(/"id" : "\d+", /g, "")
      .replaceAll(
        /("(?:provider_)?id" ?: ?"|\bbot provider |bot <bot \d+> of )([a-z0-9]{12})\b/g,
        (_, before: string, id: string) => `${before}${toWord("provider", id)}`,
      );
  return (value) =>
    maskIds(typeof value === "string" ? value : JSON.stringify(value))
      .replaceAll(/"\\+x[0-9a-f]+"/g, '"bytes"')
      .replaceAll(/("public_id": ?|channel <channel \d+> )"?\w{10}"?/g, "$1<public id>")
      .replaceAll(/"(snippet|inbound_url)": ?"(?:[^"\\]|\\.)*"/g, '"$1":"address"')
      .replaceAll(/whsec_[\w+/=]+/g, "secret")
      .replaceAll(/"report_url":"[^"]+"/g, '"report_url":"report"')
      .replaceAll(/\bpk_[\w-]+/g, "key")
      .replaceAll(/http:\/\/localhost:\d+\/invite#[\w.-]+/g, "invitation")
      .replaceAll(/"password_hash": ?"[^"]+"/g, '"password_hash":"hash"')
      .replaceAll(/http:\/\/localhost:\d+\/help/g, "https://parlour.example/help")
      .replaceAll(/http:\/\/localhost:\d+\/bot\/(\w+)\/[^"]+/g, "https://parlour.example/bot/$1/…")
      .replaceAll(/"((?:secret_)?hint)": ?"[^"]+"/g, '"$1":"hint"')
      .replaceAll(/(?<=")(?!2027-05)\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)(?=")/g, "time");
}

export interface LastEntries {
  readonly audit: number;
  readonly position: number;
}
export async function readLastEntries({ db }: ServiceApi, account: number): Promise<LastEntries> {
  const [last] = await db.query<LastEntries>(
    `select (select coalesce(max(n), 0)::int from audit where account_id = $1) as audit,
       (select coalesce(max(position), 0)::int from journal where account_id = $1) as position`,
    [account],
  );
  return last ?? { audit: 0, position: 0 };
}
export async function readEntriesSince(
  { db }: ServiceApi,
  account: number,
  { audit, position }: LastEntries,
): Promise<string[]> {
  const entries = await db.query<{ line: string }>(
    `(select 'audit ' || action || ' ' || target || ' ' || changes as line from audit
        where account_id = $1 and n > $2 order by n)
     union all
     (select 'journal ' || name || ' ' || body::text from journal
        where account_id = $1 and position > $3 order by position)`,
    [account, audit, position],
  );
  return entries.map(({ line }) => line);
}

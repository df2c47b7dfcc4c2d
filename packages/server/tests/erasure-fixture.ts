import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { TestParlour } from "@parlour/testkit";

/**
 * Returns the tables and files that contain one of these lower-case words, as text or in binary
 * columns.
 */
export async function findTraces(
  parlour: TestParlour,
  texts: readonly string[],
): Promise<string[]> {
  const tables = await parlour.sql<{ name: string; bytes: string[] }>(
    `select c.relname as name, array(select quote_ident(a.attname) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bytea'::regtype) as bytes
     from pg_class c where c.relkind in ('r', 'p', 'm') and c.relnamespace = 'public'::regnamespace order by c.relname`,
  );
  const found: string[] = [];
  for (const { name, bytes } of tables) {
    const inBytes = bytes
      .map((column) => ` or position(convert_to(w.word, 'UTF8') in t.${column}) > 0`)
      .join("");
    const rows = await parlour.sql<{ word: string }>(
      `select w.word from unnest($1::text[]) w (word) where exists (
         select from ${name} t where position(w.word in lower(t::text)) > 0${inBytes})`,
      [texts],
    );
    found.push(...rows.map(({ word }) => `${name}: ${word}`));
  }
  const folder = join(parlour.dataDir, "files");
  // The folder does not exist before the first file.
  if (!existsSync(folder)) return found;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const text =
        `${entry.name} ${readFileSync(join(entry.parentPath, entry.name), "latin1")}`.toLowerCase();
      found.push(
        ...texts.filter((word) => text.includes(word)).map((word) => `file ${entry.name}: ${word}`),
      );
    }
  return found;
}

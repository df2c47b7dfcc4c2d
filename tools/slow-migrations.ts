import { parseIndexName } from "../packages/server/src/store/non-transactional-step.ts";
import type { MigrationStep } from "../packages/server/src/store/migration-steps.ts";

/**
 * Tables whose rows grow with messages, visits and requests. Processing all their rows takes
 * minutes at 10 M messages (CORE-166).
 */
const largeTables = new Set(
  `attempt audit chat chat_activity chat_fact chat_tag delivery delivery_content file idempotency journal lane mention participant read_mark record
  search_message search_visitor chat_text taken_answer taken_id user_token visit visitor widget_token`.split(
    /\s+/,
  ),
);

/**
 * Returns the statements of a schema step that would block writers for as long as a large table
 * takes.
 */
export function findSlowStatements(step: MigrationStep): readonly string[] {
  if (step.kind === "index") return toErrors(() => void parseIndexName(step));
  const text = step.sql.replaceAll(/--.*$/gm, "").replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  if (step.kind === "batches")
    return /\$1\b/.test(text) && /\blimit \$2\b/i.test(text)
      ? []
      : ["a batch takes its cursor as $1 and its size by `limit $2`"];
  const created = new Set(
    [...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table),
  );
  return text.split(";").flatMap((statement) => {
    const { table, why } = classifyStatement(statement.replaceAll(/\s+/g, " ").trim()) ?? {};
    return table === undefined || why === undefined || created.has(table) || !largeTables.has(table)
      ? []
      : [`${table}: ${why}`];
  });
}

/** Kinds of statements that read or write every row of their table. */
const slowStatementKinds: readonly { readonly form: RegExp; readonly why: string }[] = [
  {
    form: /^create (?:unique )?index (?:\w+ )?on (?:only )?(\w+)/i,
    why: "build the index in a file NNNN_name.index.sql",
  },
  { form: /^update (?:only )?(\w+)/i, why: "change the rows in a file NNNN_name.batches.sql" },
  { form: /^delete from (?:only )?(\w+)/i, why: "delete the rows in a file NNNN_name.batches.sql" },
  {
    form: /^alter table (?:only )?(\w+) .*\balter (?:column )?\w+ (?:type|set data type|set not null)\b/i,
    why: "reads or rewrites every row",
  },
  {
    form: /^alter table (?:only )?(\w+) (?!.*\bnot valid\b).*\badd (?:constraint|check|foreign key|unique|primary key)\b/i,
    why: "add the constraint as `not valid`",
  },
];
function classifyStatement(
  statement: string,
): { readonly table: string | undefined; readonly why: string } | null {
  for (const { form, why } of slowStatementKinds) {
    const found = form.exec(statement);
    if (found) return { table: found[1]?.toLowerCase(), why };
  }
  return null;
}

function toErrors(run: () => void): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

import {
  parseBatchTable,
  parseConstraint,
  parseIndexName,
} from "../packages/server/src/store/non-transactional-step.ts";
import type { MigrationStep } from "../packages/server/src/store/migration-steps.ts";

/**
 * Tables whose rows grow with messages, visits and requests. Processing all their rows takes
 * minutes at 10 M messages (CORE-166).
 */
const largeTables = new Set(
  `attempt audit chat chat_activity chat_fact chat_tag delivery delivery_content file idempotency journal lane mention participant read_mark record
  search_block search_visitor chat_text taken_answer taken_id user_token visit visitor widget_token`.split(
    /\s+/,
  ),
);

/**
 * Returns the statements of a schema step that would block writers, or a start, for as long as a
 * large table takes. `earlier` are the steps before it.
 */
export function findSlowStatements(
  step: MigrationStep,
  earlier: readonly MigrationStep[] = [],
): readonly string[] {
  if (step.kind === "index") return toErrors(() => void parseIndexName(step));
  if (step.kind === "constraint") return toErrors(() => void parseConstraint(step));
  const text = withoutTexts(step.sql);
  if (step.kind === "batches") return findBatchFaults(step, text);
  const created = new Set(
    [...text.matchAll(/\bcreate table (?:if not exists )?(\w+)/gi)].map(([, table]) => table),
  );
  const isLarge = (table: string): boolean => largeTables.has(table) && !created.has(table);
  const proven = findProvenColumns(earlier);
  return text.split(";").flatMap((part) => {
    const statement = part.replaceAll(/\s+/g, " ").trim().toLowerCase();
    return findStatementFaults(statement, proven)
      .filter(({ table }) => isLarge(table))
      .map(({ table, why }) => `${table}: ${why}`);
  });
}

/**
 * Returns the tables that a plain step alters after it has changed their rows. PostgreSQL refuses
 * this while a deferred trigger of the rows is queued, as that of the audit log (CORE-460).
 */
export function findAltersAfterWrites({ kind, sql }: MigrationStep): readonly string[] {
  if (kind !== "plain") return [];
  const written = new Set<string>();
  const faults = new Set<string>();
  for (const [, write, alter] of withoutTexts(sql).matchAll(
    /\b(?:update(?: only)?|insert into|delete from) (\w+)|\b(?:alter|drop) table (?:if exists )?(?:only )?(\w+)/gi,
  )) {
    if (write !== undefined) written.add(write);
    else if (alter !== undefined && written.has(alter))
      faults.add(`${alter}: alter it before its rows are changed, or in a step of its own`);
  }
  return [...faults];
}

interface StatementFault {
  readonly table: string;
  readonly why: string;
}

const changeInBatches = "change the rows in a file NNNN_name.batches.sql";
const rewrites = "rewrites every row; add a column and fill it in a file NNNN_name.batches.sql";

/** Kinds of statements that read or write every row of their table. */
const slowStatements: readonly { readonly form: RegExp; readonly why: string }[] = [
  {
    form: /^create (?:unique )?index (?!concurrently)(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/,
    why: "build the index in a file NNNN_name.index.sql",
  },
  { form: /^(?:with .*\b)?update (?:only )?(\w+)/, why: changeInBatches },
  { form: /^(?:with .*\b)?delete from (?:only )?(\w+)/, why: changeInBatches },
  { form: /^insert into .* from (\w+)/, why: "copy the rows in a file NNNN_name.batches.sql" },
  {
    form: /^create (?:materialized view|table) .*\bas .*\bfrom (\w+)/,
    why: "copy the rows in a file NNNN_name.batches.sql",
  },
  { form: /^truncate (?:table )?(?:only )?(\w+)/, why: "removes rows that an older node reads" },
  { form: /^lock (?:table )?(?:only )?(\w+)/, why: "locks the table" },
  {
    form: /^(?:cluster|vacuum full|reindex table|refresh materialized view) (\w+)/,
    why: "locks the table while it is written anew",
  },
];

/** Actions of `alter table` that read or write every row. */
const slowActions: readonly { readonly form: RegExp; readonly why: string }[] = [
  { form: /^alter (?:column )?\w+ (?:set data )?type\b/, why: rewrites },
  { form: /^alter (?:column )?\w+ add generated\b/, why: rewrites },
  { form: /^set (?:un)?logged\b/, why: rewrites },
  { form: /^set (?:tablespace|access method)\b/, why: rewrites },
  { form: /^(?:attach|detach) partition\b|^inherit\b/, why: "reads every row" },
  {
    form: /^validate constraint\b/,
    why: "validate the constraint in a file NNNN_name.constraint.sql",
  },
];

function findStatementFaults(
  statement: string,
  proven: ReadonlySet<string>,
): readonly StatementFault[] {
  const alter = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/.exec(statement);
  if (alter) {
    const [, table = "", actions = ""] = alter;
    return splitActions(actions).flatMap((action) => {
      const why = classifyAction(action, table, proven);
      return why === null ? [] : [{ table, why }];
    });
  }
  for (const { form, why } of slowStatements) {
    const table = form.exec(statement)?.[1];
    if (table !== undefined) return [{ table, why }];
  }
  return [];
}

/** Returns why an action of `alter table` is slow, or null. */
function classifyAction(action: string, table: string, proven: ReadonlySet<string>): string | null {
  const required = /^alter (?:column )?(\w+) set not null\b/.exec(action)?.[1];
  if (required !== undefined)
    return proven.has(`${table}.${required}`)
      ? null
      : `reads every row; first validate \`check (${required} is not null)\` in a file NNNN_name.constraint.sql`;
  const slow = slowActions.find(({ form }) => form.test(action));
  if (slow) return slow.why;
  if (!action.startsWith("add ")) return null;
  if (/^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/.test(action))
    return /\busing index\b/.test(action)
      ? null
      : "build a unique index in a file NNNN_name.index.sql, then add it with `using index`";
  if (/^add (?:constraint|check|foreign key)\b/.test(action))
    return /\bnot valid$/.test(action) ? null : "add the constraint as `not valid`";
  return classifyNewColumn(action);
}

/** Returns why `add column` is slow, or null. */
function classifyNewColumn(action: string): string | null {
  if (/\b(?:unique|primary key|references|check)\b/.test(action))
    return "add the column alone, and its constraint as `not valid`";
  if (/\bgenerated\b|\b(?:big|small)?serial\b/.test(action)) return rewrites;
  const value = /\bdefault (.*)$/.exec(action)?.[1] ?? "";
  const calls = [...value.matchAll(/(\w+) ?\(/g)].map(([, name]) => name ?? "");
  return calls.some((name) => !stableCalls.has(name)) ? rewrites : null;
}

/** Calls in a default that PostgreSQL computes once for all rows, and lengths of types. */
const stableCalls = new Set([
  "now",
  "current_timestamp",
  "numeric",
  "varchar",
  "char",
  "timestamptz",
]);

/** Splits the actions of `alter table` at commas outside of parentheses. */
function splitActions(actions: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const character of actions) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + character);
  }
  return parts.map((part) => part.trim());
}

/**
 * Returns the columns (`table.column`) that a validated constraint of an earlier step requires. For
 * these, PostgreSQL sets `not null` without reading the table.
 */
function findProvenColumns(earlier: readonly MigrationStep[]): ReadonlySet<string> {
  const texts = earlier
    .filter(({ kind }) => kind === "plain")
    .map(({ sql }) => withoutTexts(sql).replaceAll(/\s+/g, " "));
  const columns = earlier
    .filter(({ kind }) => kind === "constraint")
    .flatMap((step) => {
      const { table, constraint } = parseConstraint(step);
      const form = new RegExp(
        `\\bconstraint ${constraint} check \\(\\s*(\\w+) is not null\\s*\\) not valid`,
        "i",
      );
      return texts.flatMap((text) => {
        const column = form.exec(text)?.[1];
        return column === undefined ? [] : [`${table}.${column}`];
      });
    });
  return new Set(columns);
}

function findBatchFaults(step: MigrationStep, text: string): readonly string[] {
  const faults: string[] = [];
  if (!/\$1\b/.test(text) || !/\blimit \$2\b/i.test(text))
    faults.push("a batch takes its cursor as $1 and its size by `limit $2`");
  if (!largeTables.has(parseBatchTable(step) ?? ""))
    faults.push("the first table after `from` is the large one that the batches walk through");
  return faults;
}

/** Returns the SQL without comments, and without the content of texts and function bodies. */
const withoutTexts = (sql: string): string =>
  sql
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''");

function toErrors(run: () => void): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

import type { SqlFunction } from "../packages/server/src/store/sql-functions.ts";

/**
 * Returns the faults of a file that defines a function of the database. It begins with a comment
 * that explains the function, creates it with `create or replace`, and may be applied again.
 */
export function findFunctionFaults({
  name,
  sql,
}: Pick<SqlFunction, "name" | "sql">): readonly string[] {
  const statements = sql.replaceAll(/--.*$/gm, "").replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  const created = [
    ...statements.matchAll(/\bcreate (?<replace>or replace )?function (?<name>\w+)/gi),
  ].map(({ groups }) => groups ?? {});
  const faults: string[] = [];
  if (!/^-- [A-Z]/.test(sql))
    faults.push("begin with a comment: what the function does, its parameters and its result");
  if (created.length !== 1 || created[0]?.["name"] !== name)
    faults.push(`create one function, "${name}"`);
  if (created.some(({ replace }) => replace === undefined))
    faults.push("write `create or replace function`");
  if (/\bcreate trigger\b/i.test(statements)) faults.push("write `create or replace trigger`");
  if (
    /\b(?:create table|alter table|create index|insert into|update|delete from)\s/i.test(
      statements.replaceAll(/\bcreate or replace trigger[^;]*;/gi, ""),
    )
  )
    faults.push("put tables, indexes and rows into a migration");
  return faults;
}

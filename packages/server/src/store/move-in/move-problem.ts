import type { Reader } from "../database/reader.ts";
import type { Sql } from "../database/sql.ts";

/** A record that could not be imported completely (MV-001). */
export interface MoveProblemRecord {
  readonly kind: string;
  readonly id: string;
  readonly code: string;
  readonly detail?: string | undefined;
}
interface StoredProblem {
  readonly n: number;
  readonly kind: string;
  readonly source_id: string;
  readonly code: string;
  readonly detail: string | null;
}

const maxDetailLength = 300;

/** Stores problems, each once. Returns the number of new ones by code. */
export async function addMoveProblems(
  tx: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  problems: readonly MoveProblemRecord[],
  isPlan: boolean,
): Promise<Readonly<Record<string, number>>> {
  if (problems.length === 0) return {};
  const rows = await tx.query<{ code: string }>(
    `insert into move_problem (account_id, import_id, is_plan, kind, source_id, code, detail)
     select $1, $2, $3, * from unnest($4::text[], $5::text[], $6::text[], $7::text[]) on conflict do nothing returning code`,
    [
      account,
      id,
      isPlan,
      problems.map((problem) => problem.kind),
      problems.map((problem) => problem.id),
      problems.map((problem) => problem.code),
      problems.map(({ detail }) => detail?.slice(0, maxDetailLength) ?? null),
    ],
  );
  const counts: Record<string, number> = {};
  for (const { code } of rows) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
/** Removes the problems that an earlier plan or move found. */
export async function removeMoveProblems(
  tx: Sql,
  { account, id }: { readonly account: number; readonly id: number },
  isPlan: boolean,
): Promise<void> {
  await tx.query(
    "delete from move_problem where account_id = $1 and import_id = $2 and is_plan = $3",
    [account, id, isPlan],
  );
}
/** Lists problems after the number `after`: those of the move, or of the plan before it. */
export async function listMoveProblems(
  reader: Reader,
  account: number,
  filter: {
    readonly id: number;
    readonly isPlan: boolean;
    readonly code: string | null;
    readonly after: number;
    readonly limit: number;
  },
): Promise<readonly StoredProblem[]> {
  return reader.rows<StoredProblem>(
    account,
    `select n::float8 as n, kind, source_id, code, detail from move_problem
     where account_id = $1 and import_id = $2 and is_plan = $3 and ($4::text is null or code = $4) and n > $5 order by n limit $6`,
    [account, filter.id, filter.isPlan, filter.code, filter.after, filter.limit],
  );
}
export async function countMoveProblems(
  reader: Reader,
  account: number,
  { id, isPlan }: { readonly id: number; readonly isPlan: boolean },
): Promise<Readonly<Record<string, number>>> {
  const rows = await reader.rows<{ code: string; count: string }>(
    account,
    "select code, count(*) from move_problem where account_id = $1 and import_id = $2 and is_plan = $3 group by code",
    [account, id, isPlan],
  );
  return Object.fromEntries(rows.map(({ code, count }) => [code, Number(count)]));
}

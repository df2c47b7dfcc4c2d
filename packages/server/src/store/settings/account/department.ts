import type { OpeningHours } from "../../../core/command.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";

/** A department (CORE-023). */
export interface DepartmentRecord {
  readonly id: number;
  readonly name: string;
  /** Active members. A reactivated operator is a member again. */
  readonly operators: readonly number[];
  /** null: the account's hours apply. */
  readonly hours: OpeningHours | null;
  readonly createdAt: string;
  readonly managed: boolean;
}
/** Data of a new department. */
export interface DepartmentRow {
  readonly name: string;
  readonly operators: readonly number[];
  /** Opening hours (CORE-091); null: the account's hours apply. */
  readonly hours: OpeningHours | null;
  readonly managed: boolean;
  readonly now: number;
}
/** Changes of a department; absent fields stay. */
export interface DepartmentChange {
  readonly name?: string | undefined;
  readonly operators?: readonly number[] | undefined;
  readonly hours?: OpeningHours | null | undefined;
}

/** Lists departments (CORE-023), oldest first. */
export async function listDepartments(
  reader: Reader,
  account: number,
): Promise<readonly DepartmentRecord[]> {
  return (await reader.rows<DepartmentColumns>(account, `${select} order by d.id`, [account])).map(
    toRecord,
  );
}
export async function findDepartment(
  reader: Reader,
  account: number,
  id: number,
): Promise<DepartmentRecord | null> {
  const row = await reader.one<DepartmentColumns>(account, `${select} and d.id = $2`, [
    account,
    id,
  ]);
  return row === null ? null : toRecord(row);
}

const select = `select d.id, d.name, d.hours, d.created_at, d.managed,
    array(select m.operator_id from department_operator m join operator o on o.account_id = m.account_id and o.id = m.operator_id
      where m.account_id = d.account_id and m.department_id = d.id and o.active order by 1) as operators
  from department d where d.account_id = $1`;

interface DepartmentColumns {
  readonly id: string;
  readonly name: string;
  readonly operators: readonly (string | number)[];
  readonly hours: OpeningHours | null;
  readonly created_at: Date;
  readonly managed: boolean;
}
function toRecord(row: DepartmentColumns): DepartmentRecord {
  return {
    id: toInteger(row.id),
    name: row.name,
    operators: row.operators.map(toInteger),
    hours: row.hours,
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  };
}

/** Inserts a department (CORE-023). Returns null if the account has one with this name. */
export async function createDepartment(
  tx: Sql,
  account: number,
  row: DepartmentRow,
): Promise<number | null> {
  const rows = await tx.query<{ id: number }>(
    `insert into department (account_id, name, hours, managed, created_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, lower(name)) do nothing returning id::float8 as id`,
    [account, row.name, hoursToJson(row.hours), row.managed, new Date(row.now)],
  );
  const id = rows[0]?.id;
  if (id === undefined) return null;
  await setDepartmentOperators(tx, account, id, row.operators);
  return id;
}

/**
 * Updates the given fields. The caller holds the account lock, so no other change can use the name
 * meanwhile.
 */
export async function updateDepartment(
  tx: Sql,
  account: number,
  id: number,
  change: DepartmentChange & { readonly managed?: boolean | undefined },
): Promise<"done" | "name_taken" | "not_found"> {
  if (change.name !== undefined) {
    const conflicts = await tx.query(
      "select from department where account_id = $1 and lower(name) = lower($2) and id <> $3",
      [account, change.name, id],
    );
    if (conflicts.length > 0) return "name_taken";
  }
  const rows = await tx.query(
    `update department set name = coalesce($3, name), hours = case when $4 then $5::jsonb else hours end, managed = coalesce($6, managed)
     where account_id = $1 and id = $2 returning id`,
    [
      account,
      id,
      change.name ?? null,
      change.hours !== undefined,
      hoursToJson(change.hours ?? null),
      change.managed ?? null,
    ],
  );
  if (rows.length === 0) return "not_found";
  if (change.operators !== undefined)
    await setDepartmentOperators(tx, account, id, change.operators);
  return "done";
}

/** Deletes a department. Chats keep its name. Returns false if the department does not exist. */
export async function deleteDepartment(tx: Sql, account: number, id: number): Promise<boolean> {
  const rows = await tx.query(
    "delete from department where account_id = $1 and id = $2 returning id",
    [account, id],
  );
  return rows.length > 0;
}

/**
 * Sets the departments of an operator (CORE-003) and returns those that the operator joined or
 * left. Returns null if one is not a department of the account.
 */
export async function setOperatorDepartments(
  tx: Sql,
  account: number,
  operator: number,
  departments: readonly number[],
): Promise<readonly { readonly id: number; readonly managed: boolean }[] | null> {
  const rows = await tx.query<{ id: number; managed: boolean; was: boolean }>(
    `select d.id::float8 as id, d.managed, exists (select from department_operator m
       where m.account_id = d.account_id and m.department_id = d.id and m.operator_id = $2) as was
     from department d where d.account_id = $1 order by d.id`,
    [account, operator],
  );
  const selected = new Set(departments);
  if (departments.some((id) => !rows.some((row) => row.id === id))) return null;
  const changed = rows.filter((row) => row.was !== selected.has(row.id));
  await tx.query(
    "delete from department_operator where account_id = $1 and operator_id = $2 and not (department_id = any($3::bigint[]))",
    [account, operator, departments],
  );
  await tx.query(
    "insert into department_operator (account_id, department_id, operator_id) select $1, unnest($3::bigint[]), $2 on conflict do nothing",
    [account, operator, departments],
  );
  return changed.map(({ id, managed }) => ({ id, managed }));
}

async function setDepartmentOperators(
  tx: Sql,
  account: number,
  id: number,
  operators: readonly number[],
): Promise<void> {
  await tx.query(
    "delete from department_operator where account_id = $1 and department_id = $2 and not (operator_id = any($3::bigint[]))",
    [account, id, operators],
  );
  await tx.query(
    "insert into department_operator (account_id, department_id, operator_id) select $1, $2, unnest($3::bigint[]) on conflict do nothing",
    [account, id, operators],
  );
}
const hoursToJson = (hours: OpeningHours | null): string | null =>
  hours === null ? null : JSON.stringify(hours);

import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import {
  deleteRow,
  insertRow,
  isNameTaken,
  updateRow,
  type Columns,
  type RowKey,
} from "../rows.ts";

/** Fields of a department (CORE-023) that the API and the provisioning file can set. */
export interface DepartmentFields {
  readonly name: string;
  /** Active members of the department. A reactivated operator is a member again. */
  readonly operators: readonly number[];
  /** Opening hours (CORE-091), or null if the account's hours apply. */
  readonly hours: OpeningHours | null;
}
/** A department that was read from the database, with its id. */
export interface DepartmentRecord extends DepartmentFields {
  readonly id: number;
  /** Ids of all members, including deactivated operators. */
  readonly members: readonly number[];
  readonly createdAt: string;
  readonly managed: boolean;
}

/** Lists departments (CORE-023), oldest first. */
export async function listDepartments(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly DepartmentRecord[]> {
  const rows = await reader.rows<DepartmentColumns>(
    account,
    `select d.id, d.name, d.hours, d.created_at, d.managed,
       array(select m.operator_id from department_operator m
         where m.account_id = d.account_id and m.department_id = d.id order by 1) as members,
       array(select m.operator_id from department_operator m join operator o on o.account_id = m.account_id and o.id = m.operator_id
         where m.account_id = d.account_id and m.department_id = d.id and o.active order by 1) as operators
     from department d where d.account_id = $1 and ($2::bigint is null or d.id = $2) order by d.id`,
    [account, id],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    name: row.name,
    operators: row.operators.map(toInteger),
    members: row.members.map(toInteger),
    hours: row.hours,
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  }));
}
interface DepartmentColumns extends Pick<DepartmentRecord, "name" | "hours" | "managed"> {
  readonly id: string;
  readonly members: readonly (string | number)[];
  readonly operators: readonly (string | number)[];
  readonly created_at: Date;
}

/** Inserts a department. Returns null if the account has one with this name, ignoring case. */
export async function createDepartment(
  tx: Sql,
  account: number,
  { operators, ...row }: DepartmentFields & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> {
  const columns = { ...toColumns(row), created_at: new Date(now) };
  const id = await insertRow(tx, "department", account, columns);
  if (id !== null) await setDepartmentOperators(tx, account, id, operators);
  return id;
}

/** Updates the given fields of a department. */
export async function updateDepartment(
  tx: Sql,
  key: RowKey,
  { operators, ...change }: Partial<DepartmentFields> & { readonly managed?: boolean },
): Promise<"done" | "name_taken" | "not_found"> {
  const { account, id } = key;
  if (await isNameTaken(tx, "department", key, change.name)) return "name_taken";
  if (!(await updateRow(tx, "department", key, toColumns(change)))) return "not_found";
  if (operators !== undefined) await setDepartmentOperators(tx, account, id, operators);
  return "done";
}
const toColumns = ({
  hours,
  ...columns
}: Omit<Partial<DepartmentFields>, "operators">): Columns => ({
  ...columns,
  ...(hours === undefined ? {} : { hours: hours === null ? null : JSON.stringify(hours) }),
});

/**
 * Deletes a department. Chats keep the department's name. Returns false if the department does not
 * exist.
 */
export const deleteDepartment = (tx: Sql, account: number, id: number): Promise<boolean> =>
  deleteRow(tx, "department", account, id);

/**
 * Sets the departments of an operator (CORE-003). Returns those that the operator joined or left,
 * or null if one is not a department of the account.
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

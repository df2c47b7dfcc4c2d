import type { department } from "@parlour/protocol/settings/kinds/department";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import {
  parseStoredHours,
  serializeWorkingHours,
  type HoursFields,
} from "../../../core/hours/format.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import type { Given, KindRow, KindStore } from "../kind-store.ts";
import {
  deleteRow,
  insertRow,
  isNameTaken,
  updateRow,
  type Columns,
  type RowKey,
} from "../rows.ts";

type DepartmentFields = (typeof department)["fields"];
/** What Parlour knows of a department besides its settings. */
interface DepartmentFacts {
  /** Ids of the members who are active operators. */
  readonly active: readonly number[];
  /** The working hours as they are evaluated. */
  readonly hours: OpeningHours | null;
}

/** Departments (CORE-023). Chats keep the name of a deleted one. */
export const departmentStore: KindStore<DepartmentFields, DepartmentFacts> = {
  list: listDepartments,
  create: createDepartment,
  update: updateDepartment,
  remove: (tx, account, id) => deleteRow(tx, "department", account, id),
};

/** Lists departments, oldest first. */
async function listDepartments(
  reader: Reader,
  account: number,
  { id = null }: { readonly id?: number | null } = {},
): Promise<readonly KindRow<DepartmentFields, DepartmentFacts>[]> {
  const rows = await reader.rows<DepartmentColumns>(
    account,
    `select d.id, d.name, d.match_language, d.skills, d.hours, d.created_at, d.managed,
       array(select m.operator_id from department_operator m
         where m.account_id = d.account_id and m.department_id = d.id order by 1) as members,
       array(select m.operator_id from department_operator m join operator o on o.account_id = m.account_id and o.id = m.operator_id
         where m.account_id = d.account_id and m.department_id = d.id and o.active order by 1) as active
     from department d where d.account_id = $1 and ($2::bigint is null or d.id = $2) order by d.id`,
    [account, id],
  );
  return rows.map(({ hours, ...row }) => ({
    id: toInteger(row.id),
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: {
      name: row.name,
      operators: row.members.map(toInteger),
      match_language: row.match_language,
      skills: row.skills,
      working_hours: hours === null ? null : serializeWorkingHours(hours),
    },
    secrets: {},
    facts: { active: row.active.map(toInteger), hours },
  }));
}
interface DepartmentColumns {
  readonly id: string;
  readonly name: string;
  readonly match_language: boolean;
  readonly skills: string[];
  readonly hours: OpeningHours | null;
  readonly members: readonly (string | number)[];
  readonly active: readonly (string | number)[];
  readonly created_at: Date;
  readonly managed: boolean;
}

/** Inserts a department. Returns null if the account has one with this name, ignoring case. */
async function createDepartment(
  tx: Sql,
  account: number,
  { operators, ...given }: Given<DepartmentFields> & { readonly managed: boolean },
  { now }: { readonly now: number },
): Promise<number | null> {
  const columns = { ...toColumns(given), created_at: new Date(now) };
  const id = await insertRow(tx, "department", account, columns);
  if (id !== null) await setDepartmentOperators(tx, account, id, operators);
  return id;
}

type DepartmentChange = Partial<Given<DepartmentFields>> & { readonly managed?: boolean };

async function updateDepartment(
  tx: Sql,
  key: RowKey,
  { operators, ...change }: DepartmentChange,
): Promise<"done" | "name_taken" | "not_found"> {
  const { account, id } = key;
  if (await isNameTaken(tx, "department", key, change.name)) return "name_taken";
  if (!(await updateRow(tx, "department", key, toColumns(change)))) return "not_found";
  if (operators !== undefined) await setDepartmentOperators(tx, account, id, operators);
  return "done";
}
const toColumns = ({ working_hours, ...given }: DepartmentChange): Columns => ({
  ...given,
  hours: working_hours && JSON.stringify(parseStoredHours(working_hours as HoursFields)),
});

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

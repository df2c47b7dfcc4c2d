import type { OpeningHours } from "../../../core/command.ts";
import type { DepartmentRecord } from "./department-record.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";

/** Lists departments (CORE-023), oldest first. */
export async function listDepartments(reader: Reader, account: number): Promise<readonly DepartmentRecord[]> {
  return (await reader.rows<DepartmentRow>(account, `${select} order by d.id`, [account])).map(toRecord);
}
export async function findDepartment(reader: Reader, account: number, id: number): Promise<DepartmentRecord | null> {
  const row = await reader.one<DepartmentRow>(account, `${select} and d.id = $2`, [account, id]);
  return row === null ? null : toRecord(row);
}

const select = `select d.id, d.name, d.hours, d.created_at, d.managed,
    array(select m.operator_id from department_operator m join operator o on o.account_id = m.account_id and o.id = m.operator_id
      where m.account_id = d.account_id and m.department_id = d.id and o.active order by 1) as operators
  from department d where d.account_id = $1`;

interface DepartmentRow {
  readonly id: string;
  readonly name: string;
  readonly operators: readonly (string | number)[];
  readonly hours: OpeningHours | null;
  readonly created_at: Date;
  readonly managed: boolean;
}
function toRecord(row: DepartmentRow): DepartmentRecord {
  return {
    id: toInteger(row.id),
    name: row.name,
    operators: row.operators.map(toInteger),
    hours: row.hours,
    createdAt: toIsoTime(row.created_at),
    managed: row.managed,
  };
}

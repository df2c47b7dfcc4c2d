import { department } from "@parlour/protocol/settings/kinds/department";
import type { OpeningHours } from "@parlour/protocol/hours/open-hours";
import type { Sql } from "../../database/sql.ts";
import { toHoursColumn, toHoursValue } from "../hours-column.ts";
import { createTableStore } from "../table-store.ts";

/** What Parlour knows of a department besides its settings. */
interface DepartmentFacts {
  /** Ids of the members who are active operators. */
  readonly active: readonly number[];
  /** The working hours as they are evaluated. */
  readonly hours: OpeningHours | null;
}
interface StoredDepartment extends DepartmentFacts {
  readonly members: number[];
}

const store = createTableStore(department, {
  selected: `array(select m.operator_id::float8 from department_operator m
      where m.account_id = department.account_id and m.department_id = department.id order by 1) as members,
    array(select m.operator_id::float8 from department_operator m join operator o on o.account_id = m.account_id and o.id = m.operator_id
      where m.account_id = department.account_id and m.department_id = department.id and o.active order by 1) as active`,
  toOthers: ({ members, hours }: StoredDepartment) => ({
    operators: members,
    working_hours: toHoursValue(hours),
  }),
  toFacts: ({ active, hours }): DepartmentFacts => ({ active, hours }),
  changed: ({ working_hours }) => ({
    hours: toHoursColumn(working_hours),
  }),
});

/** Departments (CORE-023). Chats keep the name of a deleted one. */
export const departmentStore: typeof store = {
  ...store,
  async create(tx, account, given, context) {
    const id = await store.create(tx, account, given, context);
    if (id !== null) await setDepartmentOperators(tx, account, id, given.operators);
    return id;
  },
  async update(tx, key, change, context) {
    const result = await store.update(tx, key, change, context);
    if (result === "done" && change.operators !== undefined)
      await setDepartmentOperators(tx, key.account, key.id, change.operators);
    return result;
  },
};

/** Sets an operator's departments (CORE-003). Returns the changed ones, or null. */
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

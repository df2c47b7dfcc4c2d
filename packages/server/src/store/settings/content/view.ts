import type { Condition } from "@parlour/protocol/conditions/condition";
import type {
  ViewAudience,
  ViewFields,
  ViewOrder,
} from "@parlour/protocol/settings/kinds/chats/view";
import type { Values } from "@parlour/protocol/settings/values";
import type { NamedRef } from "../../../core/entity.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import type { KindRow } from "../kind-store.ts";
import { deleteRow, insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";

export type ViewValues = Values<ViewFields>;
interface ViewFacts {
  /** The operator who created the view. null: the provisioning file. */
  readonly owner: NamedRef | null;
  readonly updatedAt: string;
}
/** A saved view (VIEW-001). */
export type ViewRow = KindRow<ViewFields, ViewFacts>;
/** Which views of an account to list. */
export interface ViewFilter {
  /** `all`: those of every operator. `shared`: no personal ones. Else those this operator uses. */
  readonly of: "all" | "shared" | { readonly operatorId: number };
  /** Whether the operator uses the views of every department. */
  readonly seesAllDepartments?: boolean;
  readonly id?: number | undefined;
}
export const sharedViews: ViewFilter = { of: "shared" };
interface ViewWriter {
  readonly now: number;
  /** null: the provisioning file. */
  readonly operatorId: number | null;
}
type ViewChange = Partial<ViewValues> & { readonly managed?: boolean };

export const viewStore = {
  list: listViews,
  create: createView,
  update: updateView,
  remove: (tx: Sql, account: number, id: number): Promise<boolean> =>
    deleteRow(tx, "view", account, id),
};

/** Lists views, oldest first. */
async function listViews(
  reader: Reader,
  account: number,
  { of, seesAllDepartments = false, id }: ViewFilter,
): Promise<readonly ViewRow[]> {
  const operator = typeof of === "object" ? of.operatorId : null;
  const rows = await reader.rows<StoredView>(
    account,
    `select v.*, o.name as owner_name from view v left join operator o on o.account_id = v.account_id and o.id = v.owner_id
     where v.account_id = $1 and ($2::bigint is null or v.id = $2)
       and ($3 or v.audience = 'all' or (v.audience = 'me' and v.owner_id = $4) or (v.audience = 'department' and ($5 or exists (
         select from department_operator d where d.account_id = v.account_id and d.department_id = v.department_id and d.operator_id = $4))))
     order by v.id`,
    [account, id ?? null, of === "all", operator, of === "shared" || seesAllDepartments],
  );
  return rows.map((row) => ({
    id: toInteger(row.id),
    managed: row.managed,
    createdAt: toIsoTime(row.created_at),
    values: {
      name: row.name,
      if: row.condition,
      order: row.sort,
      columns: row.columns,
      shared: toAudience(row),
    },
    secrets: {},
    facts: {
      owner: row.owner_id === null ? null : { id: toInteger(row.owner_id), name: row.owner_name },
      updatedAt: toIsoTime(row.updated_at),
    },
  }));
}
interface StoredView {
  readonly id: string;
  readonly name: string;
  readonly condition: Condition;
  readonly sort: ViewOrder;
  readonly columns: string[];
  readonly audience: "me" | "department" | "all";
  readonly department_id: string | null;
  readonly owner_id: string | null;
  readonly owner_name: string;
  readonly managed: boolean;
  readonly created_at: Date;
  readonly updated_at: Date;
}
const toAudience = ({ audience, department_id }: StoredView): ViewAudience =>
  audience === "department" ? { department_id: toInteger(department_id ?? 0) } : audience;

/** Counts the shared views of the account, and those of an operator. */
export async function countViews(
  reader: Reader,
  account: number,
  operatorId: number,
): Promise<{ readonly shared: number; readonly own: number }> {
  const row = await reader.one<{ shared: string; own: string }>(
    account,
    `select count(*) filter (where audience <> 'me') as shared,
       count(*) filter (where audience = 'me' and owner_id = $2) as own from view where account_id = $1`,
    [account, operatorId],
  );
  return { shared: toInteger(row?.shared ?? 0), own: toInteger(row?.own ?? 0) };
}

/** Inserts a view. Returns null if the name is taken. */
function createView(
  tx: Sql,
  account: number,
  row: ViewValues & { readonly managed: boolean },
  writer: ViewWriter,
): Promise<number | null> {
  const columns = toColumns(row, writer);
  return insertRow(tx, "view", account, {
    ...columns,
    owner_id: writer.operatorId,
    created_at: columns["updated_at"],
  });
}

async function updateView(
  tx: Sql,
  key: RowKey,
  change: ViewChange,
  writer: ViewWriter,
): Promise<"done" | "name_taken" | "not_found"> {
  const { account, id } = key;
  const columns = toColumns(change, writer);
  const conflicts = await tx.query(
    `select from view v join view w on w.account_id = v.account_id and w.id <> v.id and lower(w.name) = lower(coalesce($3, v.name))
       and (w.audience = 'me') = (coalesce($4, v.audience) = 'me') and (w.audience <> 'me' or w.owner_id = $5)
     where v.account_id = $1 and v.id = $2`,
    [account, id, change.name ?? null, columns["audience"] ?? null, writer.operatorId],
  );
  if (conflicts.length > 0) return "name_taken";
  return (await updateRow(tx, "view", key, columns)) ? "done" : "not_found";
}

function toColumns(change: ViewChange, { now, operatorId }: ViewWriter): Columns {
  const { name, order, columns, shared, managed } = change;
  const department = typeof shared === "object" ? shared.department_id : null;
  return {
    name,
    condition: change.if && JSON.stringify(change.if),
    sort: order,
    columns,
    audience: typeof shared === "object" ? "department" : shared,
    department_id: shared === undefined ? undefined : department,
    // A shared view becomes that of the operator who takes it.
    owner_id: shared === "me" ? operatorId : undefined,
    managed,
    updated_at: new Date(now),
  };
}

import type { Audience } from "@parlour/protocol/settings/audience";
import type { Fields } from "@parlour/protocol/settings/field";
import type { Values } from "@parlour/protocol/settings/values";
import type { NamedRef } from "../../../core/entity.ts";
import type { Reader } from "../../database/reader.ts";
import { toInteger, toIsoTime } from "../../database/parameters.ts";
import type { Sql } from "../../database/sql.ts";
import type { KindRow } from "../kind-store.ts";
import { deleteRow, insertRow, updateRow, type Columns, type RowKey } from "../rows.ts";
import { toColumns, toValues, type StoredColumns } from "../table-store.ts";

interface AudienceFacts {
  /** The operator who created the row. null: the provisioning file. */
  readonly owner: NamedRef | null;
  readonly updatedAt: string;
}
/** A row that belongs to an operator, a department or the account (VIEW-003). */
export type AudienceRow<F extends Fields> = KindRow<F, AudienceFacts>;
/** Which rows of an account to list. */
export interface AudienceFilter {
  /** `all`: those of every operator. `shared`: no personal ones. Else those this operator uses. */
  readonly of: "all" | "shared" | { readonly operatorId: number };
  /** Whether the operator uses the rows of every department. */
  readonly seesAllDepartments?: boolean;
  readonly id?: number | undefined;
}
interface AudienceWriter {
  readonly now: number;
  /** null: the provisioning file. */
  readonly operatorId: number | null;
}
type Change<F extends Fields> = Partial<Values<F>> & { readonly managed?: boolean };

/** Stores the rows of a kind with an audience. */
export interface AudienceStore<F extends Fields> {
  /** Lists rows, oldest first. */
  list(reader: Reader, account: number, filter: AudienceFilter): Promise<readonly AudienceRow<F>[]>;
  /** Inserts a row. Returns null if the name is taken. */
  create(
    tx: Sql,
    account: number,
    row: Values<F> & { readonly managed: boolean },
    writer: AudienceWriter,
  ): Promise<number | null>;
  update(
    tx: Sql,
    key: RowKey,
    change: Change<F>,
    writer: AudienceWriter,
  ): Promise<"done" | "name_taken" | "not_found">;
  remove(tx: Sql, account: number, id: number): Promise<boolean>;
  /** Counts the shared rows of the account, and those of an operator. */
  readonly count: (
    reader: Reader,
    account: number,
    operatorId: number,
  ) => Promise<{ readonly shared: number; readonly own: number }>;
}

interface StoredRow extends StoredColumns {
  readonly audience: "me" | "department" | "all";
  readonly department_id: string | null;
  readonly owner_id: string | null;
  readonly owner_name: string;
  readonly updated_at: Date;
}
const toAudience = ({ audience, department_id }: StoredRow): Audience =>
  audience === "department" ? { department_id: toInteger(department_id ?? 0) } : audience;

/** Creates the store of a kind with an audience. */
export function createAudienceStore<F extends Fields>({
  table,
  fields,
}: {
  readonly table: string;
  readonly fields: F;
}): AudienceStore<F> {
  const toAllColumns = (change: Change<F>, writer: AudienceWriter): Columns => ({
    ...toColumns(fields, change),
    ...toSharedColumns(change, writer),
  });
  return {
    async list(reader, account, { of, seesAllDepartments = false, id }) {
      const operator = typeof of === "object" ? of.operatorId : null;
      const rows = await reader.rows<StoredRow>(
        account,
        `select v.*, o.name as owner_name from ${table} v left join operator o on o.account_id = v.account_id and o.id = v.owner_id
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
        values: toValues(fields, row, { shared: toAudience(row) } as unknown as Partial<Values<F>>),
        secrets: {},
        facts: {
          owner:
            row.owner_id === null ? null : { id: toInteger(row.owner_id), name: row.owner_name },
          updatedAt: toIsoTime(row.updated_at),
        },
      }));
    },
    create(tx, account, row, writer) {
      const columns = toAllColumns(row, writer);
      return insertRow(tx, table, account, {
        ...columns,
        owner_id: writer.operatorId,
        created_at: columns["updated_at"],
      });
    },
    async update(tx, key, change, writer) {
      const { account, id } = key;
      const columns = toAllColumns(change, writer);
      const conflicts = await tx.query(
        `select from ${table} v join ${table} w on w.account_id = v.account_id and w.id <> v.id and lower(w.name) = lower(coalesce($3, v.name))
           and (w.audience = 'me') = (coalesce($4, v.audience) = 'me') and (w.audience <> 'me' or w.owner_id = $5)
         where v.account_id = $1 and v.id = $2`,
        [account, id, columns["name"] ?? null, columns["audience"] ?? null, writer.operatorId],
      );
      if (conflicts.length > 0) return "name_taken";
      return (await updateRow(tx, table, key, columns)) ? "done" : "not_found";
    },
    remove: (tx, account, id) => deleteRow(tx, table, account, id),
    async count(reader, account, operatorId) {
      const row = await reader.one<{ shared: string; own: string }>(
        account,
        `select count(*) filter (where audience <> 'me') as shared,
           count(*) filter (where audience = 'me' and owner_id = $2) as own from ${table} where account_id = $1`,
        [account, operatorId],
      );
      return { shared: toInteger(row?.shared ?? 0), own: toInteger(row?.own ?? 0) };
    },
  };
}

function toSharedColumns(
  change: { readonly shared?: Audience; readonly managed?: boolean },
  { now, operatorId }: AudienceWriter,
): Columns {
  const { shared, managed } = change;
  const department = typeof shared === "object" ? shared.department_id : null;
  return {
    audience: typeof shared === "object" ? "department" : shared,
    department_id: shared === undefined ? undefined : department,
    // A shared row becomes that of the operator who takes it.
    owner_id: shared === "me" ? operatorId : undefined,
    managed,
    updated_at: new Date(now),
  };
}

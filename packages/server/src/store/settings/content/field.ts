import { field } from "@parlour/protocol/settings/kinds/chats/field";
import type { Values } from "@parlour/protocol/settings/values";
import type { Sql } from "../../database/sql.ts";
import type { KindStore } from "../kind-store.ts";
import { updateRow } from "../rows.ts";
import { createTableStore } from "../table-store.ts";

type FieldValues = Values<(typeof field)["fields"]>;

/** Fields of visitors and chats. A removed one stays in the table, so its key is not free. */
export const fieldStore: KindStore<(typeof field)["fields"]> = {
  ...createTableStore(field, { listed: "deleted_at is null" }),
  remove: (tx, account, id, { now }) =>
    updateRow(tx, field.table, { account, id }, { managed: false, deleted_at: new Date(now) }),
};

/** Identifies a key, also of a removed field. */
export interface UsedKey {
  readonly object: FieldValues["object"];
  readonly key: string;
  readonly kind: FieldValues["kind"];
  readonly isRemoved: boolean;
}

/** Lists the keys of all fields that the account has or had. */
export const listUsedKeys = (tx: Sql, account: number): Promise<readonly UsedKey[]> =>
  tx.query<UsedKey>(
    `select object, key, kind, deleted_at is not null as "isRemoved" from field where account_id = $1`,
    [account],
  );

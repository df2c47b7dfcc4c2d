import type { InstanceChange, InstanceRecord } from "../../../core/record/instance.ts";
import type { Tx } from "./tx.ts";

export interface InstanceStore {
  find(): Promise<InstanceRecord>;
  findIn(tx: Tx): Promise<InstanceRecord>;
  update(tx: Tx, change: InstanceChange): Promise<void>;
  changeEgressAllow(tx: Tx, change: { readonly add: readonly string[]; readonly remove: readonly string[] }): Promise<void>;
}

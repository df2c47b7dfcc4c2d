import type { InstallationChange, InstallationRecord } from "../../store/settings/installation/installation-record.ts";
import type { Tx } from "./tx.ts";

export interface InstanceStore {
  find(): Promise<InstallationRecord>;
  findIn(tx: Tx): Promise<InstallationRecord>;
  update(tx: Tx, change: InstallationChange): Promise<void>;
  changeEgressAllow(tx: Tx, change: { readonly add: readonly string[]; readonly remove: readonly string[] }): Promise<void>;
}

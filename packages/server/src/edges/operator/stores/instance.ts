import type { Tx } from "./tx.ts";

export interface InstanceRecord {
  readonly egressAllow: readonly string[];
  readonly limits: Readonly<Record<string, number>>;
  readonly supportContact: string | null;
  readonly botSelfService: boolean;
}

export interface InstanceStore {
  find(): Promise<InstanceRecord>;
  findIn(tx: Tx): Promise<InstanceRecord>;
  update(
    tx: Tx,
    change: {
      readonly egressAllow?: readonly string[] | undefined;
      readonly limits?: Readonly<Record<string, number | null>> | undefined;
      readonly supportContact?: string | null | undefined;
      readonly botSelfService?: boolean | undefined;
    },
  ): Promise<void>;
  changeEgressAllow(tx: Tx, change: { readonly add: readonly string[]; readonly remove: readonly string[] }): Promise<void>;
}

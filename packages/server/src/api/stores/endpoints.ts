import type { EndpointRecord } from "../../store/settings/integrations/endpoint-record.ts";
import type { Tx } from "./tx.ts";

/** Times are milliseconds since 1970. */
export interface EndpointStore {
  list(account: number, filter: { readonly kind?: EndpointRecord["kind"]; readonly now: number }): Promise<readonly EndpointRecord[]>;
  find(account: number, id: number, now: number): Promise<EndpointRecord | null>;
  findIn(tx: Tx, account: number, id: number, now: number): Promise<EndpointRecord | null>;
  /** False: there is no such endpoint. */
  pause(tx: Tx, account: number, id: number, now: number): Promise<boolean>;
  resume(tx: Tx, account: number, id: number): Promise<boolean>;
}

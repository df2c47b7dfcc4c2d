/** A transaction, handed from `change` to the writers. */
export interface Tx {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
}

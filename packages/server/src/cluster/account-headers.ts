/** Headers of a response by name. */
type AccountHeaders = Readonly<Record<string, string>>;
/** Names accounts in responses (CORE-450). */
export interface AccountNames {
  /**
   * Returns headers that name the account of a response. A balancer learns from them which clients
   * belong together, sends them to the same node, and removes them. Empty while this node is alone.
   */
  accountHeaders(account: number): AccountHeaders;
}
const noHeaders: AccountHeaders = {};

export const createAccountNames = (hasOtherNodes: () => boolean): AccountNames => ({
  accountHeaders: (account) =>
    hasOtherNodes() ? { "parlour-account": String(account) } : noHeaders,
});

import type { PlannedDelivery } from "../../delivery/index.ts";

/** Checks URLs that Parlour sends requests to, and announces new ones to the owners. */
export interface OutboundPort {
  /**
   * Checks a URL against the address rules of CORE-123 without a request. `resolveNames` resolves
   * host names and is only for the installation owner. With `secure: "https"`, plain http is
   * allowed only for targets on the allow list.
   */
  check(
    url: string,
    rules: { readonly resolveNames: boolean; readonly secure?: "http" | "https" },
  ): Promise<{ ok: true } | { ok: false; message: string }>;
  /** About a new URL, to owners. The caller writes them with the change. Empty without mail. */
  planMail(account: number, kind: "address_opened"): Promise<readonly PlannedDelivery[]>;
}

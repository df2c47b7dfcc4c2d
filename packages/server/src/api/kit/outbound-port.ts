import type { PlannedDelivery } from "../../delivery/index.ts";

/** URLs that Parlour sends requests to, as `egress` and the journal check and announce them. */
export interface OutboundPort {
  /**
   * Applies the address rules of CORE-123 without a request. `resolveNames`: names are looked up,
   * for the owner of the installation only. `secure: "https"`: plain http is allowed only if the
   * allow list names the target.
   */
  check(
    url: string,
    rules: { readonly resolveNames: boolean; readonly secure?: "http" | "https" },
  ): Promise<{ ok: true } | { ok: false; message: string }>;
  /**
   * Plans the mails to the owners about a new URL, to be written with the change. Empty if mail is
   * not set up.
   */
  planMail(account: number, kind: "address_opened"): Promise<readonly PlannedDelivery[]>;
}

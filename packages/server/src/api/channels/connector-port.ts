import type { ConnectorKind } from "@parlour/protocol/entity/channel-kinds/settings";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";

/** What the routes of channels need from the connectors. */
export interface ConnectorPort {
  /**
   * Checks settings before they are saved, by asking the service (CON-011). Resolves with what to
   * store. Rejects with Refusal `invalid_request` and the field, or `not_available`.
   */
  prepare(kind: ConnectorKind, settings: ConnectorSettings): Promise<ConnectorSettings>;
  /** Tests a channel in both directions (CON-040). */
  test(
    account: number,
    channelId: number,
  ): Promise<Record<"outbound" | "inbound", { readonly ok: boolean; readonly message: string }>>;
}

import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { ConnectorSettings } from "../core/channel/connector-settings.ts";

/** A channel that a connector serves, with its settings and secrets. */
export interface ConnectorChannel extends ConnectorSettings {
  readonly account: number;
  readonly id: number;
  readonly kind: ConnectorKind;
  readonly publicId: string;
  readonly name: string;
  /** False if the channel is switched off, or its account is suspended. */
  readonly enabled: boolean;
}

export interface ListedChannel extends ConnectorChannel {
  /** Whether the channel may use its address (CON-066). null: the kind has no addresses. */
  readonly addressState: "proved" | "unproved" | "taken" | null;
}

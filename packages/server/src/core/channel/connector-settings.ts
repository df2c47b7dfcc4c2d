/** What a connector needs to reach its service. */
export interface ConnectorCredentials {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Secrets in plain text. */
  readonly secrets: Readonly<Record<string, string>>;
}
/** The settings of a channel that a connector serves (CON-010). */
export interface ConnectorSettings extends ConnectorCredentials {
  /** What the connector learned from the service when the settings were saved. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** The settings of a channel that a connector serves (CON-010). */
export interface ConnectorSettings {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Secrets in plain text. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What the connector learned from the service when the settings were saved. */
  readonly info: Readonly<Record<string, unknown>>;
}

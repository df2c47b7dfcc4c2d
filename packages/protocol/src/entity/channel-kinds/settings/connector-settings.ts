import type { TObject } from "typebox";

/** The settings of a kind of channel that an external service provides (CON-010). */
export interface ConnectorSettings {
  /** Settings that administrators set and see. */
  readonly settings: TObject;
  /** Settings that administrators set and never see again. Each is a string. */
  readonly secrets: TObject;
  /** What the connector learns from the service when the settings are saved. */
  readonly info: TObject;
}

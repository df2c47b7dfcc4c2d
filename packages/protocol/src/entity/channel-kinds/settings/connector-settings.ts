import type { TObject } from "typebox";

/** The settings of a kind of channel that an external service provides (CON-010). */
export interface ConnectorSettings {
  /** Settings that administrators set and see. */
  readonly settings: TObject;
  /** Settings that administrators set and never see again. Each is a string. */
  readonly secrets: TObject;
  /**
   * Name of the setting with the e-mail address at which customers write. Absent if the kind has
   * none. An address belongs to one channel of the installation (CON-066).
   */
  readonly address?: string;
  /** What the connector learns from the service when the settings are saved. */
  readonly info: TObject;
}

import type { TObject } from "typebox";

/** The settings of a kind of channel that an external service provides (CON-010). */
export interface ConnectorSettings {
  /** Settings that administrators set and see. */
  readonly settings: TObject;
  /** Settings that administrators set and never see again. Each is a string. */
  readonly secrets: TObject;
  /** Secrets that people choose, such as passwords. Not even their ends are shown (CON-076). */
  readonly passwords?: readonly string[];
  /**
   * Name of the setting with the email address at which customers write. Absent if the kind has
   * none. An address belongs to one channel of the installation (CON-066).
   */
  readonly address?: string;
  /** Name of the setting with a sign-in at a provider (MAIL-125). Absent if the kind has none. */
  readonly signIn?: string;
  /**
   * For each setting and secret, whether it decides where texts go or who reads them: addresses,
   * hosts, accounts, tokens. A change of such a field is an opened address (CORE-165).
   */
  readonly destinations: Readonly<Record<string, boolean>>;
  /** What the connector learns from the service when the settings are saved. */
  readonly info: TObject;
}

type FieldOf<T extends TObject> = Extract<keyof T["properties"], string>;

/** Declares a kind. A field that `destinations` does not classify does not compile (CON-069). */
export const defineConnector = <S extends TObject, X extends TObject, I extends TObject>(kind: {
  readonly address?: FieldOf<S>;
  readonly signIn?: FieldOf<S>;
  readonly settings: S;
  readonly secrets: X;
  readonly passwords?: readonly FieldOf<X>[];
  readonly destinations: Readonly<Record<FieldOf<S> | FieldOf<X>, boolean>>;
  readonly info: I;
}) => kind;

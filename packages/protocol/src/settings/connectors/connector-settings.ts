import type { Field } from "../field.ts";

/**
 * A setting or credential of a service. `needs`: whether it decides where texts go or who reads
 * them: addresses, hosts, accounts, tokens. A change of such a field is an opened address
 * (CORE-165).
 */
type ServiceField = Field & { readonly needs: "addresses" | null };

/** The settings of a kind of channel that an external service provides (CON-010). */
export interface ConnectorSettings {
  /** A field whose default is null may be absent, and so is one that is not shown. */
  readonly fields: Readonly<Record<string, ServiceField>>;
  /**
   * Name of the setting with the email address at which customers write. Absent if the kind has
   * none. An address belongs to one channel of the installation (CON-066).
   */
  readonly address?: string;
  /** Name of the setting with a sign-in at a provider (MAIL-125). Absent if the kind has none. */
  readonly signIn?: string;
}

/** Declares a kind. A field without `needs` does not compile (CON-069). */
export const defineConnector = <const F extends Readonly<Record<string, ServiceField>>>(kind: {
  readonly address?: keyof F & string;
  readonly signIn?: keyof F & string;
  readonly fields: F;
}) => kind;

import type { Channel } from "@parlour/protocol";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { Operator } from "@parlour/protocol";
import type { IconPlugConnected } from "@tabler/icons-react";
import type { ComponentType } from "react";

/**
 * A setting of a kind on screen. `name`: its path in the settings of the channel, for example
 * `bot_token` or `imap.host`.
 */
export interface SettingField {
  readonly name: string;
  readonly label: () => string;
  /** Heading of the settings that begin with this one. */
  readonly heading?: () => string;
  readonly hint?: () => string;
  /** `secret`: write-only. `number`: a whole number. */
  readonly type: "text" | "secret" | "number" | "lines" | "choice";
  readonly options?: () => readonly { readonly value: string; readonly label: string }[];
  /** Value of a new channel. Default: "". */
  readonly initial?: string;
  readonly isOptional?: true;
  /** Whether the other values need this setting. Default: always. */
  readonly isShown?: (get: (name: string) => string) => boolean;
}

/** An address that the administrator enters at the service. */
export interface ServiceAddress {
  readonly label: string;
  readonly value: string;
}

/** The settings screen of a kind of connector. Each kind registers one in `kinds`. */
export interface KindScreen {
  readonly kind: ConnectorKind;
  readonly icon: typeof IconPlugConnected;
  readonly title: () => string;
  readonly about: () => string;
  readonly SetUp?: ComponentType<{ readonly operators: readonly Operator[] }>;
  /** Whether the service sent the browser back to `SetUp` with this query. */
  readonly isReturn?: (search: string) => boolean;
  /** Button that ends the problem of a channel. It renders nothing for other problems. */
  readonly ProblemAction?: ComponentType<{ readonly channel: Channel }>;
  /** What to do at the service before the creation, one instruction each. */
  readonly preparation: () => readonly string[];
  readonly fields: readonly SettingField[];
  /** The fields of a stored channel that have an effect. Default: all. */
  readonly fieldsOf?: (channel: Channel) => readonly SettingField[];
  /** What to do at the service with the new channel, before the test. */
  readonly completion?: (channel: Channel) => {
    readonly text: string;
    readonly addresses: readonly ServiceAddress[];
  };
  /** The account at the service, for the list, for example `@shop_bot`. */
  readonly account: (channel: Channel) => string;
}

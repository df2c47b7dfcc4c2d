import type { Channel } from "@parlour/protocol";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { Operator } from "@parlour/protocol";
import type { Field, Fields } from "@parlour/protocol/settings/field";
import type { IconPlugConnected } from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { TextFunction } from "../../../text/index.ts";

/** Reads a setting or fact. Channels of the provisioning file may lack facts of their service. */
export const readText = (value: unknown): string => (typeof value === "string" ? value : "");

/** An address that the administrator enters at the service. */
interface ServiceAddress {
  readonly label: string;
  readonly value: string;
}

/** The settings screen of a kind of connector. Each kind registers one in `kinds`. */
export interface ConnectorScreen {
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
  /** First part of the ids of the texts: `telegram.greeting`, `….greeting.hint`, `….heading`. */
  readonly prefix: string;
  /** Paths of the settings of the kind, in the order of the form: `imap.host`. */
  readonly fields: readonly string[];
  /** Values of a new channel, by path. Absent: the first choice, or an empty text. */
  readonly initial?: Readonly<Record<string, string>>;
  /** Whether a field has no effect for a stored channel. */
  readonly isUnused?: (field: Field, channel: Channel) => boolean;
  /** What to do at the service with the new channel, before the test. */
  readonly completion?: (
    channel: Channel,
    publicUrl: string,
  ) => {
    readonly text: string;
    readonly addresses: readonly ServiceAddress[];
  };
  /** The account at the service, for the list, for example `@shop_bot`. */
  readonly account: (channel: Channel) => string;
}

/** Paths of the settings and credentials of a kind. */
type SettingPath<F extends Fields> = {
  [N in keyof F & string]: F[N] extends { type: "group"; fields: infer G extends Fields }
    ? `${N}.${SettingPath<G>}`
    : N;
}[keyof F & string];

/** Describes the screen of a kind. The compiler checks the paths of fields and their texts. */
export const connectorScreen = <
  F extends Fields,
  const P extends string,
  const L extends SettingPath<F>,
>(
  screen: Omit<ConnectorScreen, "fields" | "prefix"> & {
    readonly settings: { readonly fields: F };
    readonly prefix: P;
    readonly fields: readonly L[];
    /** The catalogue with the texts. */
    readonly t: TextFunction<`${P}.${NoInfer<L>}`>;
  },
): ConnectorScreen => screen as unknown as ConnectorScreen;

import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import type { FileReference, RowNames } from "../resource.ts";

/** What entries of channels of every kind have in the provisioning file. */
export interface ChannelEntry {
  /** Index in `channels`. */
  readonly n: number;
  readonly values: ChannelEntryValues;
  /** The public id, by which the file finds the channel. "null": it has none. */
  readonly key: string;
}
interface ChannelEntryValues {
  readonly name: string;
  /** null: Parlour generates it, and the file finds the channel by its name. */
  readonly public_id: string | null;
  readonly enabled: boolean;
  /** Emails. */
  readonly operators: readonly string[];
}

/** Returns the values that channels of every kind have, of an entry of the file. */
export const readChannelValues = (
  channel: {
    readonly name: string;
    readonly public_id?: string;
    readonly enabled?: boolean;
  },
  operators: readonly string[],
): ChannelEntryValues => ({
  name: channel.name,
  public_id: channel.public_id ?? null,
  enabled: channel.enabled ?? true,
  operators,
});

/** Returns the same values of a row. */
export const toChannelValues = (
  { values: { name, public_id, enabled, operators } }: ChannelRecord,
  names: RowNames,
): ChannelEntryValues => ({
  name,
  public_id,
  enabled,
  operators: operators.flatMap((id) => names.operator(id) ?? []).sort(),
});

/** Returns a list of emails as the plan compares and prints it. */
export const compareEmails = (emails: readonly string[]): readonly string[] =>
  emails.map((email) => email.toLowerCase()).sort();

/** Returns the operators that an entry names. */
export const listOperators = ({ values }: ChannelEntry): readonly FileReference[] =>
  values.operators.map((name, n) => ({ kind: "operator", name, path: ["operators", n] }));

import { generatePublicId } from "../../auth/secrets.ts";
import type { ChannelEntry } from "../../settings/channels/channel-entry.ts";
import type { CurrentSettings } from "../current-settings.ts";

/** An entry of any kind. `kind`: that of its service. */
export interface NamedEntry {
  readonly key: string;
  readonly kind?: string;
  readonly values: Omit<ChannelEntry["values"], "enabled">;
}

export interface NamedRow {
  readonly kind?: string;
  readonly values: { readonly name: string; readonly public_id: string | null };
}

/**
 * Returns the entries with the public ids by which they are matched: an entry without one has that
 * of the row with its name, or a new one. Leaves out operators who answer all channels, because
 * they are chosen for each channel (CORE-322).
 */
export function completeChannels<E extends NamedEntry>(
  entries: readonly E[],
  rows: readonly NamedRow[],
  operators: CurrentSettings["operators"],
): readonly E[] {
  const everywhere = new Set(
    operators.filter(({ channels }) => channels === "all").map(({ email }) => email.toLowerCase()),
  );
  return entries.map((entry) => {
    const { name, public_id } = entry.values;
    const row = rows.find(
      ({ kind, values }) =>
        public_id === null && values.name === name && (entry.kind ?? kind) === kind,
    );
    const key = public_id ?? row?.values.public_id ?? generatePublicId();
    const named = entry.values.operators.filter((email) => !everywhere.has(email.toLowerCase()));
    return { ...entry, key, values: { ...entry.values, public_id: key, operators: named } };
  });
}

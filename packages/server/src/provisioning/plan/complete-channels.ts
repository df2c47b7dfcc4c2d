import { generatePublicId } from "../../auth/secrets.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";

interface ChannelEntry {
  readonly values: {
    readonly name: string;
    readonly public_id: string | null;
    readonly operators: readonly string[];
  };
  readonly key: string;
}

/**
 * Returns the entries with the public ids by which they are matched: an entry without one has that
 * of the row with its name, or a new one. Leaves out operators who answer all channels, because
 * they are chosen for each channel (CORE-322).
 */
export function completeChannels<E extends ChannelEntry>(
  entries: readonly E[],
  rows: readonly ChannelRecord[],
  operators: CurrentSettings["operators"],
): readonly E[] {
  const everywhere = new Set(
    operators.filter(({ channels }) => channels === "all").map(({ email }) => email.toLowerCase()),
  );
  return entries.map((entry) => {
    const { name, public_id } = entry.values;
    const row = rows.find(({ values }) => public_id === null && values.name === name);
    const key = public_id ?? row?.values.public_id ?? generatePublicId();
    const named = entry.values.operators.filter((email) => !everywhere.has(email.toLowerCase()));
    return { ...entry, key, values: { ...entry.values, public_id: key, operators: named } };
  });
}

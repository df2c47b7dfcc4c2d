import type { ChannelKind } from "../../core/entity.ts";
import type { ChannelRecord } from "../../store/settings/channels/channel.ts";
import { deleteChannel } from "../../store/settings/channels/channel-changes.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import type { PlannedChange } from "./planned-change.ts";

interface ExistingResource {
  readonly id: number;
  readonly managed: boolean;
}
/**
 * Plans the resources in a list of the file. Each one is matched with an existing resource or
 * created. Managed resources that the file no longer contains are removed. `changing` returns null
 * if nothing differs.
 */
export function planNamedResources<W, P extends ExistingResource>(
  desired: readonly W[],
  current: readonly P[],
  handlers: {
    readonly isSame: (desired: W, current: P) => boolean;
    readonly planCreation: (desired: W) => PlannedChange;
    readonly planUpdate: (desired: W, existing: P) => PlannedChange | null;
    readonly planRemoval: (existing: P) => PlannedChange;
  },
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const matched = new Set<number>();
  const differences = desired.flatMap((item) => {
    const existing = current.find((p) => handlers.isSame(item, p));
    if (existing === undefined) return [handlers.planCreation(item)];
    matched.add(existing.id);
    return handlers.planUpdate(item, existing) ?? [];
  });
  return {
    differences,
    removals: current.filter((p) => p.managed && !matched.has(p.id)).map(handlers.planRemoval),
  };
}

/**
 * Joins the non-empty parts of a description. Adds a note if the file did not manage the resource
 * before.
 */
export function joinDetails({ managed }: ExistingResource, ...parts: readonly string[]): string {
  return [...parts, managed ? "" : "managed by the file"].filter((part) => part !== "").join("; ");
}

/** Plans the removal of a channel or widget. */
export function planChannelRemoval(
  label: ChannelKind | "channel",
  { id, values: { name } }: Pick<ChannelRecord, "id" | "values">,
): PlannedChange {
  return {
    sign: "-",
    subject: `${label} ${name}`,
    detail: "",
    kind: "channel",
    run: async ({ tx, account, now }) => {
      await deleteChannel(tx, account, id, now);
      return id;
    },
  };
}

/**
 * Returns the lower-case, sorted emails of a channel's operators, for comparison with a file.
 * Leaves out those who answer all channels (CORE-322).
 */
export function toOperatorEmails(
  { operators }: ChannelRecord["values"],
  current: Pick<CurrentSettings, "operators">,
): string[] {
  const emails = operators.map((id) => current.operators.find((o) => o.id === id)?.email ?? "");
  return normalizeEmails(emails, current);
}
export function normalizeEmails(
  emails: readonly string[],
  current: Pick<CurrentSettings, "operators">,
): string[] {
  const everywhere = new Set(
    current.operators.flatMap((o) => (o.channels === "all" ? [o.email.toLowerCase()] : [])),
  );
  return emails
    .map((email) => email.toLowerCase())
    .filter((email) => !everywhere.has(email))
    .sort();
}

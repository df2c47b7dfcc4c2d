import type { ConfigFile } from "@parlour/protocol/config";
import { customerKey } from "../../core/blacklist/normalize.ts";
import { addBlock, updateBlock, unblock } from "../../store/settings/content/block-list-changes.ts";
import { findVisitorsByNumber, type CurrentBlock } from "../../store/provisioning/block-list.ts";
import type { CurrentSettings } from "../../store/provisioning/present.ts";
import type { Sql } from "../../store/database/sql.ts";
import {
  getChannelId,
  describeChanges,
  formatTime,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import type { PathStep } from "../document.ts";
import { joinDetails } from "./planned-change.ts";
import { toBlockKey, type DesiredBlockListEntry } from "../read-block-list.ts";
import type { DesiredSettings } from "../read.ts";

/**
 * Plans the block list, whose entries are matched by the blocked value (CFG-035). Runs after the
 * channels. An entry that the file no longer contains ends, but its record remains.
 */
export function planBlockList(
  desired: readonly DesiredBlockListEntry[],
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const differences: PlannedChange[] = [];
  const currentByKey = new Map(
    current.blacklist.map((entry) => [getBlockKey(entry, current), entry]),
  );
  const matched = new Set<number>();
  for (const block of desired) {
    const existing = currentByKey.get(toBlockKey(block));
    if (existing !== undefined) matched.add(existing.id);
    const difference = existing === undefined ? planCreation(block) : planUpdate(block, existing);
    if (difference !== null) differences.push(difference);
  }
  return {
    differences,
    removals: current.blacklist
      .filter((entry) => entry.managed && !matched.has(entry.id))
      .map(planRemoval),
  };
}

const formatSubject = ({ kind, shown }: Pick<DesiredBlockListEntry, "kind" | "shown">): string =>
  `blacklist ${kind} ${shown}`;

function planCreation(block: DesiredBlockListEntry): PlannedChange {
  const { kind, shown, until, reason } = block;
  const run = async (context: ApplyContext): Promise<number> =>
    addBlock(context.tx, context.account, {
      kind,
      value: await resolveValue(context, block),
      shown,
      until,
      reason,
      chatId: null,
      by: null,
      managed: true,
      now: context.now,
    });
  return { sign: "+", subject: formatSubject(block), detail: "", kind: "blacklist", run };
}

function planUpdate(block: DesiredBlockListEntry, existing: CurrentBlock): PlannedChange | null {
  const { until, reason } = block;
  const detail = joinDetails(
    existing,
    describeChanges(
      { until: formatTime(existing.until), reason: existing.reason },
      { until: formatTime(until), reason },
    ),
  );
  if (detail === "") return null;
  const run = async ({ tx, account }: ApplyContext): Promise<number> => {
    await updateBlock(tx, account, existing.id, { until, reason, managed: true, inForce: true });
    return existing.id;
  };
  return { sign: "~", subject: formatSubject(block), detail, kind: "blacklist", run };
}

function planRemoval(entry: CurrentBlock): PlannedChange {
  const run = async ({ tx, account, now }: ApplyContext): Promise<number> => {
    await updateBlock(tx, account, entry.id, { managed: false });
    await unblock(tx, { account, id: entry.id }, null, now);
    return entry.id;
  };
  return { sign: "-", subject: formatSubject(entry), detail: "", kind: "blacklist", run };
}

/**
 * Reports errors that only the database reveals: visitors and channels that the account does not
 * have.
 */
export async function validateBlockList(
  tx: Sql,
  desired: DesiredSettings,
  current: CurrentSettings,
  reportError: (path: readonly PathStep[], message: string, rule?: string) => void,
): Promise<void> {
  const numbers = desired.blacklist
    .filter(({ kind }) => kind === "visitor")
    .map(({ value }) => Number(value));
  const visitors = await findVisitorsByNumber(tx, current.account?.id ?? null, numbers);
  const channels = new Set([
    ...desired.channels.flatMap(({ values }) => values.public_id ?? []),
    ...current.channels.map((c) => c.values.public_id),
  ]);
  desired.blacklist.forEach(({ kind, value, channel }, n) => {
    if (kind === "visitor" && !visitors.has(Number(value)))
      reportError(
        ["blacklist", n, "visitor"],
        `there is no visitor ${value} in this account`,
        "CFG-035",
      );
    if (channel !== null && !channels.has(channel))
      reportError(
        ["blacklist", n, "customer", "channel"],
        `no channel with public_id ${channel} in this file or account`,
        "CFG-035",
      );
  });
}

/** Exports the block list (CFG-024). */
export function exportBlockList(current: CurrentSettings): Pick<ConfigFile, "blacklist"> {
  const blacklist = current.blacklist.flatMap((entry) => {
    const fileEntry = toFileEntry(entry, current);
    if (fileEntry === null) return [];
    return [
      {
        ...fileEntry,
        ...(entry.until === null ? {} : { until: new Date(entry.until).toISOString() }),
        ...(entry.reason === null ? {} : { reason: entry.reason }),
      },
    ];
  });
  return blacklist.length === 0 ? {} : { blacklist };
}

function toFileEntry(
  entry: CurrentBlock,
  current: CurrentSettings,
): NonNullable<ConfigFile["blacklist"]>[number] | null {
  if (entry.kind === "visitor") return { visitor: Number(entry.shown) };
  if (entry.kind !== "customer") return { [entry.kind]: entry.shown };
  const channel = findChannelPublicId(entry, current);
  return channel === undefined ? null : { customer: { channel, id: entry.shown } };
}

/** Returns the key that an entry of the file would have ({@link toBlockKey}). */
function getBlockKey(entry: CurrentBlock, current: CurrentSettings): string {
  const { kind, value, shown } = entry;
  if (kind === "visitor") return toBlockKey({ kind, value: shown, channel: null });
  return kind === "customer"
    ? toBlockKey({ kind, value: shown, channel: findChannelPublicId(entry, current) ?? "" })
    : toBlockKey({ kind, value, channel: null });
}
/** Returns the public id of a customer's channel, or undefined if the channel was deleted. */
function findChannelPublicId(
  { value }: CurrentBlock,
  { channels }: CurrentSettings,
): string | undefined {
  return channels.find((channel) => value.startsWith(`${channel.id} `))?.values.public_id;
}

async function resolveValue(
  context: ApplyContext,
  { kind, value, channel }: DesiredBlockListEntry,
): Promise<string> {
  if (kind === "customer") return customerKey(getChannelId(context, channel ?? ""), value);
  if (kind !== "visitor") return value;
  const id = (await findVisitorsByNumber(context.tx, context.account, [Number(value)])).get(
    Number(value),
  );
  // References have been validated, so a missing one is a bug.
  if (id === undefined) throw new Error(`no visitor ${value}`);
  return String(id);
}

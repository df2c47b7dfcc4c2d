import type { ConfigFile } from "@parlour/protocol/config";
import { customerKey } from "../core/blacklist/normalize.ts";
import { addBlacklistEntry, changeBlacklistEntry, liftBlacklistEntry } from "../store/settings/blacklist.ts";
import { visitorsNumbered, type ProvisionedBlock } from "../store/settings/provision-blacklist.ts";
import type { Present } from "../store/settings/provision.ts";
import type { Sql } from "../store/sql.ts";
import { channelId, changes, timeText, type Difference, type Target } from "./difference.ts";
import type { Step } from "./document.ts";
import { detailOf } from "./plan-found.ts";
import { blockKey, type WantedBlock } from "./read-blacklist.ts";
import type { Wanted } from "./read.ts";

/**
 * Plans the block list, matched by the blocked value (CFG-035). Runs after the channels. Entries
 * that the file no longer names end, and their record remains.
 */
export function planBlacklist(wanted: readonly WantedBlock[], present: Present): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const stands = new Map(present.blacklist.map((entry) => [keyOf(entry, present), entry]));
  const seen = new Set<number>();
  for (const block of wanted) {
    const found = stands.get(blockKey(block));
    if (found !== undefined) seen.add(found.id);
    const difference = found === undefined ? coming(block) : changing(block, found);
    if (difference !== null) differences.push(difference);
  }
  return { differences, gone: present.blacklist.filter((entry) => entry.managed && !seen.has(entry.id)).map(leaving) };
}

const subjectOf = ({ kind, shown }: Pick<WantedBlock, "kind" | "shown">): string => `blacklist ${kind} ${shown}`;

function coming(block: WantedBlock): Difference {
  const { kind, shown, until, reason } = block;
  const run = async (to: Target): Promise<number> =>
    addBlacklistEntry(to.tx, to.account, {
      kind,
      value: await comparedIn(to, block),
      shown,
      until,
      reason,
      chatId: null,
      by: null,
      managed: true,
      now: to.now,
    });
  return { sign: "+", subject: subjectOf(block), detail: "", kind: "blacklist", run };
}

function changing(block: WantedBlock, found: ProvisionedBlock): Difference | null {
  const { until, reason } = block;
  const detail = detailOf(found, changes({ until: timeText(found.until), reason: found.reason }, { until: timeText(until), reason }));
  if (detail === "") return null;
  const run = async ({ tx, account }: Target): Promise<number> => {
    await changeBlacklistEntry(tx, account, found.id, { until, reason, managed: true, inForce: true });
    return found.id;
  };
  return { sign: "~", subject: subjectOf(block), detail, kind: "blacklist", run };
}

function leaving(entry: ProvisionedBlock): Difference {
  const run = async ({ tx, account, now }: Target): Promise<number> => {
    await changeBlacklistEntry(tx, account, entry.id, { managed: false });
    await liftBlacklistEntry(tx, account, entry.id, null, now);
    return entry.id;
  };
  return { sign: "-", subject: subjectOf(entry), detail: "", kind: "blacklist", run };
}

/**
 * Reports errors that only the database shows: visitors and channels that the account does not
 * have.
 */
export async function blacklistFaults(
  tx: Sql,
  wanted: Wanted,
  present: Present,
  fault: (path: readonly Step[], message: string, rule?: string) => void,
): Promise<void> {
  const numbers = wanted.blacklist.filter(({ kind }) => kind === "visitor").map(({ value }) => Number(value));
  const visitors = await visitorsNumbered(tx, present.account?.id ?? null, numbers);
  const channels = new Set([...wanted.channels.flatMap((c) => c.publicId ?? []), ...present.channels.map((c) => c.publicId)]);
  wanted.blacklist.forEach(({ kind, value, channel }, n) => {
    if (kind === "visitor" && !visitors.has(Number(value)))
      fault(["blacklist", n, "visitor"], `there is no visitor ${value} in this account`, "CFG-035");
    if (channel !== null && !channels.has(channel))
      fault(["blacklist", n, "customer", "channel"], `${channel} is no public_id of a channel of this file or account`, "CFG-035");
  });
}

/** Exports block list entries (CFG-024). */
export function exportBlacklist(present: Present): Pick<ConfigFile, "blacklist"> {
  const blacklist = present.blacklist.flatMap((entry) => {
    const named = namedIn(entry, present);
    if (named === null) return [];
    return [
      {
        ...named,
        ...(entry.until === null ? {} : { until: new Date(entry.until).toISOString() }),
        ...(entry.reason === null ? {} : { reason: entry.reason }),
      },
    ];
  });
  return blacklist.length === 0 ? {} : { blacklist };
}

function namedIn(entry: ProvisionedBlock, present: Present): NonNullable<ConfigFile["blacklist"]>[number] | null {
  if (entry.kind === "visitor") return { visitor: Number(entry.shown) };
  if (entry.kind !== "customer") return { [entry.kind]: entry.shown };
  const channel = channelOf(entry, present);
  return channel === undefined ? null : { customer: { channel, id: entry.shown } };
}

/** Returns the {@link toBlockKey} that a file entry would have. */
function keyOf(entry: ProvisionedBlock, present: Present): string {
  const { kind, value, shown } = entry;
  if (kind === "visitor") return blockKey({ kind, value: shown, channel: null });
  return kind === "customer"
    ? blockKey({ kind, value: shown, channel: channelOf(entry, present) ?? "" })
    : blockKey({ kind, value, channel: null });
}
/** Returns the public id of a customer's channel, or undefined if the channel was deleted. */
function channelOf({ value }: ProvisionedBlock, { channels }: Present): string | undefined {
  return channels.find((channel) => value.startsWith(`${channel.id} `))?.publicId;
}

async function comparedIn(to: Target, { kind, value, channel }: WantedBlock): Promise<string> {
  if (kind === "customer") return customerKey(channelId(to, channel ?? ""), value);
  if (kind !== "visitor") return value;
  const id = (await visitorsNumbered(to.tx, to.account, [Number(value)])).get(Number(value));
  // References were checked before, so a missing one is a bug.
  if (id === undefined) throw new Error(`no visitor ${value}`);
  return String(id);
}

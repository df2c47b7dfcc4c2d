import { visitorFactsWith } from "@parlour/protocol/conditions/facts";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { broadcastKinds, type Exclusion } from "@parlour/protocol/broadcast";
import {
  findAddress,
  findExclusion,
  listOptOutKeys,
  type BroadcastChannel,
  type Candidate,
} from "../../core/broadcast/recipient.ts";
import type { AccountConfig, Clock } from "../../core/command.ts";
import { canSeeAllChats } from "../../core/operator/role.ts";
import { findPersons } from "../../store/broadcasts/broadcast-recipient.ts";
import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import type { Reader } from "../../store/database/reader.ts";
import type { Sql } from "../../store/database/sql.ts";
import { findRefusals } from "../../store/mail/refusal.ts";
import { listSegmentVisitors } from "../../store/visitors/segment-visitors.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";

export interface CandidateDeps {
  readonly reader: Reader;
  readonly db: Sql;
  readonly clock: Clock;
  readonly config: (account: number) => Promise<AccountConfig>;
}
/** A visitor of the segment, and why they get no message. null: they get one. */
export interface CheckedCandidate extends Candidate {
  readonly address: string | null;
  readonly exclusion: Exclusion | null;
}
/** Visitors per query. */
const pageSize = 500;

/** Returns the channel if broadcasts can be sent in it, else null. */
export function findBroadcastChannel(
  config: AccountConfig,
  channelId: number,
): (BroadcastChannel & { readonly name: string }) | null {
  const channel = config.channels.get(channelId);
  const kind = broadcastKinds.find((one) => one === channel?.kind);
  return channel === undefined || channel.deleted || kind === undefined
    ? null
    : { id: channel.id, name: channel.name, kind };
}

/**
 * Returns the next visitors of a segment that the operator sees, with their persons, and the number
 * below which the next page begins: 0 after the last one. `now`: when the segment counts.
 */
export async function listCandidates(
  deps: CandidateDeps,
  account: number,
  broadcast: {
    readonly operatorId: number;
    readonly condition: Condition;
    readonly channel: BroadcastChannel;
    readonly now: number;
  },
  before: number | null,
): Promise<{
  readonly candidates: readonly (CheckedCandidate & { readonly person: number })[];
  readonly below: number;
}> {
  const config = await deps.config(account);
  const { condition, channel, now } = broadcast;
  const page = await listSegmentVisitors(deps.reader, account, getSight(config, broadcast), {
    condition: { condition, facts: visitorFactsWith(config.fields ?? []), now },
    before: before ?? undefined,
    limit: pageSize,
  });
  const checked = await checkCandidates(deps, account, channel, page.rows);
  const persons = await findPersons(
    deps.reader,
    account,
    checked.map(({ visitor }) => visitor.id),
  );
  const last = page.rows.length < pageSize ? undefined : page.rows.at(-1)?.visitor.number;
  return {
    candidates: checked.map((one) => ({
      ...one,
      person: persons.get(one.visitor.id) ?? one.visitor.id,
    })),
    below: last ?? page.lowest ?? 0,
  };
}

/** Returns the visitors with their addresses, and why some of them get no message (BC-011). */
export async function checkCandidates(
  { db, config, clock }: CandidateDeps,
  account: number,
  channel: BroadcastChannel,
  visitors: readonly VisitorRecord[],
): Promise<readonly CheckedCandidate[]> {
  const { channels, blockList } = await config(account);
  const candidates = visitors.map(({ visitor, channelId, customer }) => {
    const channelKind = channels.get(channelId)?.kind;
    const candidate = { visitor, channelId, channelKind, customer };
    return { ...candidate, keys: listOptOutKeys(channel.kind, candidate) };
  });
  const refusals = await findRefusals(db, account, [
    ...new Set(candidates.flatMap(({ keys }) => keys)),
  ]);
  return candidates.map(({ keys, ...candidate }) => {
    const address = findAddress(channel, candidate);
    const isOptedOut = keys.some((key) => refusals.has(key));
    const facts = { address, isOptedOut, blockList, now: clock.now() };
    const exclusion = findExclusion(channel, candidate, facts);
    return { ...candidate, address, exclusion };
  });
}

/** Returns which visitors the operator of a broadcast sees. */
function getSight(
  config: AccountConfig,
  { operatorId }: { readonly operatorId: number },
): ChatVisibility {
  const operator = config.operators.get(operatorId);
  return { operatorId, seesAllChats: operator !== undefined && canSeeAllChats(operator) };
}

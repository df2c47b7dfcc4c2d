import type { BroadcastPreview } from "@parlour/protocol/api";
import { exclusions } from "@parlour/protocol/broadcast";
import type { IdempotencyKey } from "../../core/command.ts";
import type { Visitor } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import type { BroadcastRecord } from "../../store/broadcasts/broadcast.ts";
import type { VisitorRecord } from "../../store/visitors/visitor-record.ts";
import type { JobWorker, JobPort } from "../job-worker.ts";
import { startBroadcastWorker, type BroadcastWorkerDeps } from "./broadcast-worker.ts";
import { checkCandidates, findBroadcastChannel, listCandidates } from "./candidates.ts";
import { fillContent, writeMessage, type MessageTarget } from "./write-message.ts";

/** What routes do with broadcasts besides their rows. */
export interface BroadcastPort extends JobPort {
  /** Counts the recipients of now, and fills the message for `visitor`, or for one of them. */
  preview(
    account: number,
    broadcast: BroadcastRecord,
    visitor: Visitor | null,
  ): Promise<BroadcastPreview>;
  /** Writes the message to one target now. Resolves with the chat. */
  test(
    account: number,
    broadcast: BroadcastRecord,
    target: MessageTarget,
    key: IdempotencyKey | null,
  ): Promise<{ readonly chat_id: number }>;
  /** Returns the address of a visitor in the channel. Throws Refusal if they get no message. */
  findAddress(account: number, channelId: number, visitor: VisitorRecord): Promise<string>;
}
/** Broadcasts of a node: the worker, and the port of the routes. */
export type Broadcasts = JobWorker & BroadcastPort;

const maxPreviewPages = 20;

/** Starts the worker of broadcasts (BC-014), and connects the routes with it. */
export function startBroadcasts(deps: BroadcastWorkerDeps): Broadcasts {
  return {
    ...startBroadcastWorker(deps),
    preview: (account, broadcast, visitor) => preview(deps, account, broadcast, visitor),
    async test(account, broadcast, target, key) {
      const channel = await requireChannel(deps, account, broadcast.channelId);
      const written = await writeMessage(deps, account, { broadcast, channel, key }, target);
      return { chat_id: written.chat_id };
    },
    async findAddress(account, channelId, visitor) {
      const channel = await requireChannel(deps, account, channelId);
      const [checked] = await checkCandidates(deps, account, channel, [visitor]);
      const { address = null, exclusion = null } = checked ?? {};
      if (address === null || exclusion !== null)
        return refuse("invalid_request", `This visitor gets no message: ${exclusion}.`, {
          field: "visitor",
        });
      return address;
    },
  };
}

async function requireChannel({ config }: BroadcastWorkerDeps, account: number, id: number) {
  return (
    findBroadcastChannel(await config(account), id) ??
    refuse("not_found", "The channel of this broadcast was deleted.")
  );
}

/** Counts as the worker lists: each person and each address once. */
async function preview(
  deps: BroadcastWorkerDeps,
  account: number,
  broadcast: BroadcastRecord,
  visitor: Visitor | null,
): Promise<BroadcastPreview> {
  const channel = await requireChannel(deps, account, broadcast.channelId);
  const source = { ...broadcast, channel, now: deps.clock.now() };
  const leftOut = Object.fromEntries(
    exclusions.map((one) => [one, 0]),
  ) as BroadcastPreview["left_out"];
  const taken = new Set<string | number>();
  let [recipients, example, before] = [0, visitor, null as number | null];
  for (let n = 0; n < maxPreviewPages && before !== 0; n++) {
    const { candidates, below } = await listCandidates(deps, account, source, before);
    for (const candidate of candidates) {
      const { address, exclusion, person } = candidate;
      const isTaken = taken.has(person) || taken.has(address ?? "");
      const reason = exclusion ?? (isTaken ? "duplicate" : null);
      if (reason !== null) leftOut[reason]++;
      else {
        recipients++;
        example ??= candidate.visitor;
        taken.add(person).add(address ?? "");
      }
    }
    before = below;
  }
  return {
    recipients,
    left_out: leftOut,
    complete: before === 0,
    example: example === null ? null : await fillExample(deps, account, broadcast, example),
  };
}

async function fillExample(
  { config }: BroadcastWorkerDeps,
  account: number,
  { operatorId, channelId, content }: BroadcastRecord,
  visitor: Visitor,
): Promise<BroadcastPreview["example"]> {
  const { operators, channels } = await config(account);
  const { subject, text } = fillContent(content, visitor, {
    operator: operators.get(operatorId)?.name ?? "",
    channel: channels.get(channelId)?.name ?? "",
  });
  const example = { visitor: visitor.number, name: visitor.name?.value ?? "", text };
  return subject === undefined ? example : { ...example, subject };
}

import { createHash } from "node:crypto";
import type { Clock, WriteCommand } from "../../core/command.ts";
import { isDefiniteRefusal } from "../../core/failure.ts";
import {
  changeBroadcastState,
  claimBroadcasts,
  delayBroadcast,
  findNextBroadcast,
  takeBroadcast,
  type RunningBroadcast,
} from "../../store/broadcasts/broadcast.ts";
import {
  addRecipients,
  failureWindow,
  readSending,
  saveRecipientResults,
  takeRecipients,
  type RecipientResult,
  type WaitingRecipient,
} from "../../store/broadcasts/broadcast-recipient.ts";
import { everyChat } from "../../store/chats/chat-record.ts";
import type { Db } from "../../store/database/sql.ts";
import { listVisitorsById } from "../../store/visitors/visitor.ts";
import { startJobWorker, type JobWorker, type JobWorkerDeps } from "../job-worker.ts";
import {
  checkCandidates,
  findBroadcastChannel,
  listCandidates,
  type CandidateDeps,
  type CheckedCandidate,
} from "./candidates.ts";
import { writeMessage } from "./write-message.ts";

export interface BroadcastWorkerDeps extends CandidateDeps, JobWorkerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly write: WriteCommand;
}

/** Bounds what a broadcast takes from the live traffic, as a bulk action (ACT-032). */
const messagesPerSecond = 50;
const messagesPerSlice = 10;
/**
 * Messages that wait for their first attempt at the same time. The connector sends them at the rate
 * of its service, and a broadcast that stops has few of them left (BC-020).
 */
const maxInFlight = 50;
const waitMs = 1_000;

/**
 * Starts the worker of a node (BC-014). It lists the recipients in pages, then writes the messages.
 * A message, its chat and its key are stored in one transaction, so a recipient whose result was
 * not stored before a crash is tried again without a second message.
 */
export function startBroadcastWorker(deps: BroadcastWorkerDeps): JobWorker {
  const { clock, db, journal } = deps;
  let cancelAlarm = (): void => undefined;
  const worker = startJobWorker(deps, {
    pauseMs: (1000 * messagesPerSlice) / messagesPerSecond,
    claim: (nodes) => claimBroadcasts(db, journal.node, nodes),
    async processNext(isClosed) {
      const now = clock.now();
      const broadcast = await takeBroadcast(db, { node: journal.node, now });
      if (broadcast !== null) {
        await processPart(deps, broadcast, now);
        return true;
      }
      cancelAlarm();
      const next = await findNextBroadcast(db, journal.node);
      if (next !== null && !isClosed())
        cancelAlarm = clock.scheduleAt(Math.max(next, now + 1), () => worker.wake());
      return false;
    },
  });
  return {
    ...worker,
    async close() {
      cancelAlarm();
      await worker.close();
    },
  };
}

/** Lists a page of recipients, or writes the messages of some. */
async function processPart(
  deps: BroadcastWorkerDeps,
  broadcast: RunningBroadcast,
  now: number,
): Promise<void> {
  const { db, journal } = deps;
  const { account, id } = broadcast;
  const end = (change: { readonly to: "paused" | "done"; readonly stoppedByFailures?: boolean }) =>
    changeBroadcastState(db, account, id, {
      from: ["running"],
      node: journal.node,
      dueAt: null,
      now,
      ...change,
    });
  const channel = findBroadcastChannel(await deps.config(account), broadcast.channelId);
  if (channel === null) return void (await end({ to: "paused" }));
  if (broadcast.listedBelow !== 0) return listPage(deps, broadcast, channel);
  const { inFlight, failed } = await readSending(db, broadcast);
  if (failed >= Math.ceil((failureWindow * broadcast.stopPercent) / 100))
    return void (await end({ to: "paused", stoppedByFailures: true }));
  const limit = Math.min(messagesPerSlice, maxInFlight - inFlight);
  if (limit <= 0) return delayBroadcast(db, broadcast, now + waitMs);
  const slice = await takeRecipients(db, broadcast, { limit, now });
  if (slice.length === 0) return void (await end({ to: "done" }));
  const results = await writeSlice(deps, broadcast, channel, slice);
  await saveRecipientResults(db, broadcast, results, deps.clock.now());
}

type Channel = NonNullable<ReturnType<typeof findBroadcastChannel>>;

async function listPage(
  deps: BroadcastWorkerDeps,
  broadcast: RunningBroadcast,
  channel: Channel,
): Promise<void> {
  const { account, operatorId, condition, listedBelow, startedAt } = broadcast;
  const now = Date.parse(startedAt ?? "");
  const source = { operatorId, condition, channel, now };
  const { candidates, below } = await listCandidates(deps, account, source, listedBelow);
  const visitors = candidates.map(({ visitor, person, address, exclusion }) => ({
    number: visitor.number,
    visitorId: visitor.id,
    personId: person,
    address,
    leftOut: exclusion,
  }));
  await deps.db.transaction((tx) => addRecipients(tx, broadcast, visitors, below));
}

/** Writes the messages of some recipients, who are checked again with the facts of now. */
async function writeSlice(
  deps: BroadcastWorkerDeps,
  broadcast: RunningBroadcast,
  channel: Channel,
  slice: readonly WaitingRecipient[],
): Promise<readonly RecipientResult[]> {
  const { account } = broadcast;
  const ids = slice.map(({ visitorId }) => visitorId);
  const visitors = await listVisitorsById(deps.reader, account, everyChat, ids);
  const checked = await checkCandidates(deps, account, channel, visitors);
  const byNumber = new Map(checked.map((one) => [one.visitor.number, one]));
  return Promise.all(
    slice.map((recipient) =>
      writeTo(deps, broadcast, channel, { recipient, candidate: byNumber.get(recipient.number) }),
    ),
  );
}

/** Writes a message to the address that the visitor had at the start. */
async function writeTo(
  deps: BroadcastWorkerDeps,
  broadcast: RunningBroadcast,
  channel: Channel,
  {
    recipient: { number, address },
    candidate,
  }: { readonly recipient: WaitingRecipient; readonly candidate: CheckedCandidate | undefined },
): Promise<RecipientResult> {
  const leftOut = candidate === undefined ? "erased" : candidate.exclusion;
  if (
    candidate === undefined ||
    leftOut === "erased" ||
    leftOut === "blocked" ||
    leftOut === "opted_out"
  )
    return { number, leftOut: leftOut ?? "erased" };
  const { account } = broadcast;
  try {
    const { visitor } = candidate;
    const target = { visitor, address, name: visitor.name?.value };
    const hash = createHash("sha256").update(address).digest();
    const key = { scope: `broadcast:${broadcast.id}`, key: String(number), hash };
    return {
      number,
      ...(await writeMessage(deps, account, { broadcast, channel, key }, target)),
    };
  } catch (error) {
    if (!isDefiniteRefusal(error)) throw error;
    const { failure, message } = error.failure;
    return { number, error: { code: failure, message } };
  }
}

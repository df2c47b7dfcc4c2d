import type { IdempotencyKey } from "../../../core/command.ts";
import type { DeliveryLane } from "../../../core/delivery/planner.ts";
import { fillNumbers, type AssignedNumbers } from "../../../core/draft.ts";
import { commitStatus, countCommands, countVisitorEntries } from "./commit-call.ts";
import type {
  AccountEntries,
  AnsweredCommand,
  CommitResult,
  OutcomeLookup,
  VisitorCommitCall,
} from "./commit-call.ts";
import { ByteaColumn, Int4Column, Int8Column, TextColumn } from "./binary-columns.ts";
import { toEntry } from "../../entry.ts";
import type { JournalEntry } from "../../entry.ts";
import type { ChatWorkingState, VisitorBatch, PlannedEntry } from "../visitor-batch.ts";

/** What the node had read of the journal before it decided a batch. */
export interface JournalBases {
  /** The database session on which the positions were confirmed. */
  readonly session: number;
  /** For each account, a position up to which all entries were published on this node. */
  readonly positions: ReadonlyMap<number, number>;
}

/**
 * Short form of a batch (`store/functions/commit_messages.sql`, decision 0137): messages of known
 * chats that change no state, with their deliveries and idempotency keys. Either all of it is
 * written, or nothing.
 */
export class MessageBatch implements VisitorCommitCall {
  readonly visitorBatches: readonly VisitorBatch[];
  readonly session: number;
  readonly name: string;
  readonly text: string;
  /** Entries of each account, which follow what the node has read, in ascending order. */
  readonly #written: (AccountEntries & { readonly entries: JournalEntry[] })[] = [];
  /** Null for one message that `commitMessageSql` writes, with these values. */
  readonly #messages: ReturnType<typeof createMessageColumns> | null;
  #messageValues: readonly (number | string | null)[] = [];
  /** Body of the first message. It contains the id of the message. */
  #firstBody = "";
  readonly lanes: DeliveryLane[] = [];
  #deliveries = noDeliveries;
  #keys = noKeys;

  /** `visitorBatches` must pass `hasOnlyMessages`. `bases` must have all their accounts. */
  constructor(visitorBatches: readonly VisitorBatch[], { session, positions }: JournalBases) {
    this.session = session;
    // Sorted, because two nodes that insert in another order could wait for each other.
    this.visitorBatches = visitorBatches.toSorted((a, b) => a.account - b.account);
    this.#messages = isPlainMessage(visitorBatches) ? null : createMessageColumns();
    for (const visitorBatch of this.visitorBatches) {
      const { account } = visitorBatch;
      if (this.#written.at(-1)?.account !== account)
        this.#written.push({ account, base: positions.get(account) ?? 0, entries: [] });
      for (const planned of visitorBatch.events) this.#addMessage(planned);
      for (const step of visitorBatch.outcomes)
        if (step.kind === "answered" && step.job.command.idempotency)
          this.#addKey(visitorBatch, step, step.job.command.idempotency, step.job.now);
    }
    [this.name, this.text] =
      this.#messages === null
        ? ["commit_message", commitMessageSql]
        : ["commit_messages", commitMessagesSql];
  }

  get size(): number {
    return countCommands(this.visitorBatches);
  }
  values(): readonly (number | string | Buffer | null)[] {
    if (this.#messages === null) return this.#messageValues;
    const accounts = new Int8Column();
    for (const { account } of this.#written) accounts.push(account);
    const columns = [
      accounts,
      ...Object.values(this.#messages),
      ...Object.values(this.#deliveries),
      ...Object.values(this.#keys),
    ];
    return columns.map((column) => column.bytes());
  }
  parseResult(): CommitResult {
    return { status: [], base: [], seq: [], number: [], chat_number: [] };
  }
  /**
   * Returns the query for the outcome. The rows follow the bases, all or none. A body contains its
   * message id, so a match is unambiguous.
   */
  createOutcomeLookup(): OutcomeLookup<CommitResult> {
    const first = this.#written[0]?.entries[0];
    return {
      name: "written_message",
      text: "select from journal where account_id = $1 and position = $2 and body = $3",
      values: [first?.account, first?.position, this.#firstBody],
      parseResult: (rows) => (rows.length > 0 ? this.parseResult() : null),
    };
  }
  countEntries(): ReadonlyMap<number, number> {
    return countVisitorEntries(this.visitorBatches);
  }
  getStatus(): number {
    return commitStatus.written;
  }
  entries(): readonly AccountEntries[] {
    return this.#written;
  }
  getLastSeq(chat: ChatWorkingState): number {
    return chat.lastSeq + chat.count;
  }
  getChatNumber(chat: ChatWorkingState): number | null {
    return chat.loaded?.number ?? null;
  }
  getVisitorNumber(visitorBatch: VisitorBatch): number | null {
    return visitorBatch.snapshot?.number ?? null;
  }
  getNumbers(visitorBatch: VisitorBatch, { chat, count }: AnsweredCommand): AssignedNumbers {
    return {
      seq: chat && chat.lastSeq + count,
      chatNumber: chat && this.getChatNumber(chat),
      visitorNumber: this.getVisitorNumber(visitorBatch),
    };
  }

  /** Adds a message to the entries of the last account, with the next position. */
  #addMessage({ event, at, chat, count, visitor, deliveries }: PlannedEntry): void {
    const written = this.#written.at(-1);
    if (!written || !chat || event.name !== "message_created")
      throw new Error("a message without chat");
    const { account } = written;
    const position = written.base + written.entries.length + 1;
    const { name, message } = event;
    const { author, client_id } = message;
    const { channelId } = chat.row;
    const chatId = chat.row.id;
    const visitorId = visitor.id;
    const seq = chat.lastSeq + count;
    const body = JSON.stringify(message);
    this.#firstBody ||= body;
    const row = { account, position, at, name, channelId, chatId, visitorId, seq, chatSeq: null };
    written.entries.push(toEntry({ ...row, body }));
    const m = this.#messages;
    if (m === null) {
      const { kind, id } = author;
      this.#messageValues = [
        account,
        position,
        at,
        channelId,
        chatId,
        visitorId,
        seq,
        kind,
        id,
        body,
      ];
      return;
    }
    m.account.push(account);
    m.position.push(position);
    m.at.push(at);
    m.channel.push(channelId);
    m.chat.push(chatId);
    m.visitor.push(visitorId);
    m.seq.push(seq);
    m.authorKind.push(author.kind);
    m.author.push(author.id);
    m.client.push(client_id ?? null);
    m.body.push(body);
    if (deliveries.length > 0 && this.lanes.length === 0)
      this.#deliveries = createDeliveryColumns();
    const d = this.#deliveries;
    for (const delivery of deliveries) {
      d.e.push(m.body.length);
      d.endpoint.push(delivery.endpointId);
      d.id.push(delivery.deliveryId);
      d.order.push(delivery.orderKey);
      d.event.push(delivery.event);
      this.lanes.push(delivery);
    }
  }
  #addKey(
    visitorBatch: VisitorBatch,
    step: AnsweredCommand,
    { scope, key, hash }: IdempotencyKey,
    at: number,
  ): void {
    if (this.#keys === noKeys) this.#keys = createKeyColumns();
    const k = this.#keys;
    k.account.push(visitorBatch.account);
    k.scope.push(scope);
    k.key.push(key);
    k.hash.push(hash);
    const answer = fillNumbers(step.answer, this.getNumbers(visitorBatch, step));
    k.answer.push(JSON.stringify(answer));
    k.at.push(at);
  }
}

/**
 * Returns whether a visitor batch can be written in the short form. Its commands only added
 * messages to running chats of a known visitor, and their deliveries are due now, behind all
 * others.
 */
export function hasOnlyMessages(visitorBatch: VisitorBatch): boolean {
  const { snapshot, visitorChanged, participantChanges, events, chats } = visitorBatch;
  if (!snapshot || visitorChanged || participantChanges || events.length === 0) return false;
  for (const chat of chats.values())
    if (chat.changed || !chat.loaded || chat.row.entity.state === "closed") return false;
  return events.every(
    ({ event, deliveries }) =>
      event.name === "message_created" &&
      deliveries.every(
        ({ chatId, delayMs, merge, release, first }) =>
          chatId === undefined &&
          delayMs === undefined &&
          merge === undefined &&
          release === undefined &&
          first === undefined,
      ),
  );
}

/** Returns whether the batch is one message without client id, delivery and key. */
function isPlainMessage([first, second]: readonly VisitorBatch[]): boolean {
  const [planned, next] = first?.events ?? [];
  return (
    second === undefined &&
    next === undefined &&
    planned?.event.name === "message_created" &&
    planned.event.message.client_id === undefined &&
    planned.deliveries.length === 0 &&
    first?.outcomes.every(({ kind, job }) => kind !== "answered" || !job.command.idempotency) ===
      true
  );
}

/** Columns in the order of `store/functions/commit_messages.sql`. */
const createMessageColumns = () => ({
  account: new Int8Column(),
  position: new Int8Column(),
  at: new Int8Column(),
  channel: new Int8Column(),
  chat: new Int8Column(),
  visitor: new Int8Column(),
  seq: new Int4Column(),
  authorKind: new TextColumn(),
  author: new Int8Column(),
  client: new TextColumn(),
  body: new TextColumn(),
});
const createDeliveryColumns = () => ({
  e: new Int4Column(),
  endpoint: new Int8Column(),
  id: new Int8Column(),
  order: new Int8Column(),
  event: new TextColumn(),
});
const createKeyColumns = () => ({
  account: new Int8Column(),
  scope: new TextColumn(),
  key: new TextColumn(),
  hash: new ByteaColumn(),
  answer: new TextColumn(),
  at: new Int8Column(),
});

const noDeliveries = createDeliveryColumns();
const noKeys = createKeyColumns();

const commitMessagesSql = `select commit_messages(${Array.from({ length: 23 }, (_, n) => `$${n + 1}`).join(",")}) as result`;

/**
 * Writes one message without client id, delivery and key. It is the statement of `commit_messages`
 * for a single row, which takes a fifth less time.
 */
const commitMessageSql = `insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, author_id, body)
  select $1::bigint, $2::bigint, to_timestamp($3::float8 / 1000), 'message_created', $4::bigint, $5::bigint, $6::bigint, $7::int, $8::text, $9::bigint, $10::text
  from pg_advisory_xact_lock_shared(-$1::bigint)`;

import { lastSeq } from "../../store/last-entry.ts";
import { assignmentCodes } from "../../core/chat/message/crossing.ts";
import type { Call, Message } from "../../core/entity.ts";
import type { ChatData, NewEvent, VisitorData } from "../../core/event.ts";
import type { StoredChat } from "../../core/command.ts";
import type { CommandJob } from "./jobs.ts";
import type { VisitorSnapshot, ChatSnapshot, StateCache } from "./state-cache.ts";

/** Runs named statements on the gateway's connection. */
export interface NamedQuery {
  query<R>(name: string, text: string, values: readonly unknown[]): Promise<readonly R[]>;
}

/** The messages that a command refers to. Without fields if there are none. */
export interface LoadedMessages {
  readonly message?: Message;
  /** See `CommandContext`. */
  readonly messageWaitsUntil?: number | undefined;
  /** See `CommandContext`, without those of the batch. */
  readonly laterMessages?: readonly Message[];
}
export interface LoadedState extends LoadedMessages {
  readonly job: CommandJob;
  /** State of the visitor. null for an unknown customer or a chat that does not exist. */
  readonly snapshot: VisitorSnapshot | null;
  /** The chat that the command refers to, if it is not the visitor's running chat. */
  readonly namedChat: ChatSnapshot | null;
}
export interface LoadedOperator {
  readonly version: number;
  readonly open: number;
}

/** Loads the states for commands: cached ones, and others by one query for each kind. */
export async function loadStates(
  db: NamedQuery,
  cache: StateCache,
  jobs: readonly CommandJob[],
): Promise<readonly LoadedState[]> {
  const states: (LoadedState | undefined)[] = [];
  const customers: number[] = [];
  const chats: number[] = [];
  jobs.forEach((job, n) => {
    const { account, subject } = job.command;
    const snapshot =
      "chat" in subject
        ? cache.getByChat(account, subject.chat)
        : cache.getByCustomer(account, subject.customer.channelId, subject.customer.key);
    if (snapshot) states[n] = { job, snapshot, namedChat: null };
    else ("chat" in subject ? chats : customers).push(n);
  });
  // The queries run one after another, because a connection runs one statement at a time.
  const snapshots = customers.length > 0 ? await loadCustomers(db, jobs, customers) : [];
  customers.forEach(
    (n, i) =>
      (states[n] = { job: jobs[n] as CommandJob, snapshot: snapshots[i] ?? null, namedChat: null }),
  );
  const rows = chats.length > 0 ? await loadChats(db, jobs, chats) : [];
  chats.forEach(
    (n, i) =>
      (states[n] = {
        job: jobs[n] as CommandJob,
        snapshot: rows[i]?.cell ?? null,
        namedChat: rows[i]?.named ?? null,
      }),
  );
  const loaded = states.map(
    (state, n) => state ?? { job: jobs[n] as CommandJob, snapshot: null, namedChat: null },
  );
  return withLaterMessages(db, await withMessages(db, loaded));
}

/**
 * Adds the messages that commands refer to. Whoever changes a message also raises the version of
 * its chat, which the write checks, so a message that was read after its chat is not outdated.
 */
async function withMessages(
  db: NamedQuery,
  states: readonly LoadedState[],
): Promise<readonly LoadedState[]> {
  const subjects = states.flatMap((state) => {
    const { account, subject } = state.job.command;
    return "chat" in subject && subject.message !== undefined
      ? [{ state, account, chat: subject.chat, seq: subject.message }]
      : [];
  });
  if (subjects.length === 0) return states;
  const rows = await db.query<{ i: number; seq: number; body: string; waitsUntil: number | null }>(
    "load_messages",
    `
    select q.i::int, j.seq, j.body,
      (extract(epoch from delivery_waits_until(j.account_id, (j.body::json->'delivery'->>'id')::bigint)) * 1000)::float8 as "waitsUntil"
    from unnest($1::bigint[], $2::bigint[], $3::int[]) with ordinality q(account, chat, seq, i)
    join journal j on j.account_id = q.account and j.chat_id = q.chat and j.seq = q.seq`,
    [subjects.map((s) => s.account), subjects.map((s) => s.chat), subjects.map((s) => s.seq)],
  );
  const messages = new Map<LoadedState, LoadedMessages>();
  for (const { i, seq, body, waitsUntil } of rows) {
    const state = subjects[i - 1]?.state;
    if (state)
      messages.set(state, {
        message: { ...(JSON.parse(body) as Omit<Message, "seq">), seq },
        messageWaitsUntil: waitsUntil ?? undefined,
      });
  }
  return states.map((state) => ({ ...state, ...messages.get(state) }));
}

/** At most this many answers and assignments are loaded: the first ones already decide. */
const maxLaterMessages = 50;

/** Adds the answers and assignments after what the writers of texts had read (API-522). */
async function withLaterMessages(
  db: NamedQuery,
  states: readonly LoadedState[],
): Promise<readonly LoadedState[]> {
  const subjects = states.flatMap((state) => {
    const { account, subject } = state.job.command;
    if (!("chat" in subject) || subject.after === undefined) return [];
    const { seq, at } = { seq: 0, at: null, ...subject.after };
    return [{ state, account, chat: subject.chat, seq, at }];
  });
  if (subjects.length === 0) return states;
  const rows = await db.query<{ i: number; seq: number; body: string }>(
    "load_later_messages",
    `
    select q.i::int, m.seq, m.body
    from unnest($1::bigint[], $2::bigint[], $3::int[], $4::float8[]) with ordinality q(account, chat, seq, at, i)
    cross join lateral (select j.seq, j.body from journal j
      where j.account_id = q.account and j.chat_id = q.chat and j.seq > q.seq and (q.at is null or j.at > to_timestamp(q.at / 1000))
        and (j.author_kind in ('operator', 'bot') or j.body::json->'line'->>'code' = any($5::text[]))
        and strpos(j.body, '"kind":"note"') = 0
      order by j.seq limit ${maxLaterMessages}) m
    order by q.i, m.seq`,
    [
      subjects.map((s) => s.account),
      subjects.map((s) => s.chat),
      subjects.map((s) => s.seq),
      subjects.map((s) => s.at),
      assignmentCodes,
    ],
  );
  const later = new Map<LoadedState, Message[]>(subjects.map(({ state }) => [state, []]));
  for (const { i, seq, body } of rows) {
    const state = subjects[i - 1]?.state;
    if (state) later.get(state)?.push({ ...(JSON.parse(body) as Omit<Message, "seq">), seq });
  }
  return states.map((state) => {
    const laterMessages = later.get(state);
    return laterMessages === undefined ? state : { ...state, laterMessages };
  });
}

/** A chat while the commands of a batch run, and the events that they have added. */
interface BatchChat {
  readonly lastSeq: number;
  readonly edited: ReadonlyMap<number, Message> | null;
}
interface BatchEntry {
  readonly event: NewEvent;
  readonly chat: BatchChat | null;
  readonly count: number;
}

/** Returns the loaded messages as the earlier commands of the batch left them. */
export function findMessages(
  chat: BatchChat | undefined,
  { job, message, messageWaitsUntil, laterMessages }: LoadedState,
  entries: readonly BatchEntry[],
): LoadedMessages {
  const found =
    message === undefined
      ? {}
      : { message: chat?.edited?.get(message.seq) ?? message, messageWaitsUntil };
  if (laterMessages === undefined) return found;
  const { subject } = job.command;
  const read = { seq: 0, ...("after" in subject ? subject.after : undefined) };
  const added = entries.flatMap((entry) =>
    entry.event.name === "message_created" && entry.chat !== null && entry.chat === chat
      ? [{ ...entry.event.message, seq: entry.chat.lastSeq + entry.count }]
      : [],
  );
  return {
    ...found,
    laterMessages: [...laterMessages, ...added.filter(({ seq }) => seq > read.seq)],
  };
}

/** Loads the versions and chat counts of operators that commands refer to (CORE-003). */
export async function loadOperators(
  db: NamedQuery,
  operators: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, LoadedOperator>> {
  if (operators.size === 0) return new Map();
  const rows = await db.query<{ id: number; version: number; open: number }>(
    "load_operators",
    `
    select o.id, o.version, (select count(*)::int from participant p where p.account_id = o.account_id and p.operator_id = o.id and p.left_at is null) as open
    from unnest($1::bigint[], $2::bigint[]) q(account, id) join operator o on o.account_id = q.account and o.id = q.id`,
    [[...operators.values()], [...operators.keys()]],
  );
  return new Map(rows.map((row) => [row.id, { version: row.version, open: row.open }]));
}

interface SnapshotRow {
  i: number;
  account_id: number | null;
  number: number;
  id: number;
  source: number;
  customer: string;
  recipient: string;
  invite: string | null;
  version: number;
  body: string;
  chat_id: number | null;
  chat_version: number;
  chat_number: number | null;
  chat_seq: number;
  chat_body: string;
  calls: readonly string[];
}
const snapshotColumns = `q.i::int, v.account_id, v.number, v.id, v.source, v.customer, v.recipient, v.invite, v.version, v.body,
  r.id as chat_id, r.version as chat_version, r.number as chat_number, ${lastSeq("r.account_id", "r.id")} as chat_seq, r.body as chat_body,
  array(select k.body from record k where k.account_id = v.account_id and k.visitor_id = v.id and k.kind = 'call' and k.state <> 'end' and k.state <> 'error'
    order by k.created_at, k.id) as calls`;

async function loadCustomers(
  db: NamedQuery,
  jobs: readonly CommandJob[],
  indexes: readonly number[],
): Promise<readonly (VisitorSnapshot | null)[]> {
  const subjects = indexes.map((n) => getCustomer(jobs[n] as CommandJob));
  const rows = await db.query<SnapshotRow>(
    "load_customers",
    `
    select ${snapshotColumns} from unnest($1::bigint[], $2::bigint[], $3::text[]) with ordinality q(account, source, customer, i)
    join visitor v on v.account_id = q.account and v.source = q.source and v.customer = q.customer
    left join chat r on r.account_id = v.account_id and r.source = v.source and r.visitor_id = v.id and r.state <> 'closed'`,
    [subjects.map((s) => s.account), subjects.map((s) => s.channelId), subjects.map((s) => s.key)],
  );
  const snapshots: (VisitorSnapshot | null)[] = indexes.map(() => null);
  for (const row of rows) snapshots[row.i - 1] = toSnapshot(row);
  return snapshots;
}
function getCustomer(job: CommandJob): { account: number; channelId: number; key: string } {
  const { account, subject } = job.command;
  if ("chat" in subject) throw new Error("a command by chat has no customer");
  return { account, channelId: subject.customer.channelId, key: subject.customer.key };
}

interface NamedChatRow extends SnapshotRow {
  named_id: number;
  named_version: number;
  named_number: number | null;
  named_seq: number;
  named_body: string;
}
async function loadChats(
  db: NamedQuery,
  jobs: readonly CommandJob[],
  indexes: readonly number[],
): Promise<readonly ({ cell: VisitorSnapshot | null; named: ChatSnapshot | null } | undefined)[]> {
  const states: ({ cell: VisitorSnapshot | null; named: ChatSnapshot | null } | undefined)[] = [];
  const subjects = indexes.map((n) => (jobs[n] as CommandJob).command);
  const rows = await db.query<NamedChatRow>(
    "load_chats",
    `
    select ${snapshotColumns}, c.id as named_id, c.version as named_version, c.number as named_number, ${lastSeq("c.account_id", "c.id")} as named_seq, c.body as named_body
    from unnest($1::bigint[], $2::bigint[]) with ordinality q(account, chat, i)
    join chat c on c.account_id = q.account and c.id = q.chat
    join visitor v on v.account_id = c.account_id and v.id = c.visitor_id
    left join chat r on r.account_id = v.account_id and r.source = c.source and r.visitor_id = v.id and r.state <> 'closed'`,
    [
      subjects.map((c) => c.account),
      subjects.map((c) => ("chat" in c.subject ? c.subject.chat : 0)),
    ],
  );
  for (const row of rows) {
    const namedChat =
      row.named_id === row.chat_id
        ? null
        : {
            row: toChatRow(row.named_id, row.named_body),
            version: row.named_version,
            number: row.named_number,
            lastSeq: row.named_seq,
          };
    states[row.i - 1] = { cell: toSnapshot(row), named: namedChat };
  }
  return states;
}

function toSnapshot(row: SnapshotRow): VisitorSnapshot | null {
  if (row.account_id === null) return null;
  return {
    account: row.account_id,
    number: row.number,
    version: row.version,
    visitor: {
      id: row.id,
      channelId: row.source,
      customer: row.customer,
      recipient: row.recipient,
      invite: row.invite,
      entity: JSON.parse(row.body) as VisitorData,
    },
    running:
      row.chat_id === null
        ? null
        : {
            row: toChatRow(row.chat_id, row.chat_body),
            version: row.chat_version,
            number: row.chat_number,
            lastSeq: row.chat_seq,
          },
    calls: row.calls.map((body) => JSON.parse(body) as Call),
  };
}
function toChatRow(id: number, body: string): StoredChat {
  const entity = JSON.parse(body) as ChatData;
  return { id, channelId: entity.channel.id, entity };
}

import type { MoveChat, MoveMessage } from "@parlour/protocol/move-in/record";
import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import {
  addImportedMessages,
  changeImportedChat,
  changeImportedMessage,
  importChat,
  type ImportedChat,
  type ImportedChatAnswer,
  type ImportedMessage,
} from "../../core/move-in/import-chat.ts";
import type { StoredMoveRecord } from "../../store/move-in/move-record.ts";
import { addCount, hashRecord } from "../counts.ts";
import { toFieldValues } from "../fields.ts";
import { toIdempotency, type MoveJob } from "../job.ts";
import type { RecordProblem } from "../source.ts";
import { systemNames } from "../system-names.ts";
import { toNotes, toRating } from "./convert-message.ts";
import { toMoveRecord, type Targets } from "./find-targets.ts";
import { messagesPerCommand, type ChatGroup } from "./group-chats.ts";
import type { FilesOfMessages } from "./move-files.ts";
import { getImportChannel } from "./move-persons.ts";
import { toTagName } from "./move-settings.ts";

/** Chats that are moved together, and what they have become so far. */
export interface ChatBatch {
  readonly job: MoveJob;
  readonly targets: Targets;
  readonly files: FilesOfMessages;
  readonly counts: MoveCounts;
  readonly problems: RecordProblem[];
  readonly records: StoredMoveRecord[];
  /** Chats that nobody but imports has written. */
  readonly chats: number[];
}

/** Creates or changes the chat of a group and adds its new messages. Returns its id. */
export async function writeChat(
  batch: ChatBatch,
  { id, chat, messages }: ChatGroup,
  given: {
    readonly stored: StoredMoveRecord | undefined;
    readonly startedAt: number;
    readonly messages: readonly ImportedMessage[];
  },
): Promise<number | null> {
  const { job, counts } = batch;
  const hashes = new Map(messages.map((message) => [message.id, hashRecord(message)] as const));
  const endedAt = given.messages.reduce(
    (last, { sentAt }) => Math.max(last, sentAt),
    given.startedAt,
  );
  let target = given.stored?.targetId ?? null;
  let pending = given.messages;
  if (target === null) {
    if (chat === null) return null;
    const first = pending.slice(0, messagesPerCommand);
    const from = systemNames[job.move.system];
    const notes = toNotes(chat, { from, at: given.startedAt });
    const imported = toImportedChat(batch, chat, { startedAt: given.startedAt, endedAt });
    const customer = batch.targets.persons.get(chat.person);
    if (customer?.customer === null || customer === undefined)
      throw new Error("a chat without a visitor");
    const answer = await write(batch, hashes, {
      key: `c:${id}`,
      subject: {
        customer: {
          channelId: customer.channelId ?? getImportChannel(job),
          key: customer.customer,
        },
      },
      messages: [...notes, ...first],
      toHandler: (sent) => importChat(imported, sent),
    });
    target = answer.chat;
    pending = withoutSent(pending, answer);
    addCount(counts, "chat", "new");
  } else if (chat !== null && given.stored?.hash !== hashRecord(chat)) {
    const imported = toImportedChat(batch, chat, { startedAt: given.startedAt, endedAt });
    await job.deps.write({
      account: job.move.account,
      subject: { chat: target },
      handler: changeImportedChat(imported),
    });
    addCount(counts, "chat", "changed");
  } else if (chat !== null && given.stored !== undefined && given.stored.importId !== job.move.id)
    addCount(counts, "chat", "known");
  if (chat !== null)
    batch.records.push(
      toMoveRecord(job, { kind: "chat", sourceId: id, targetId: target, hash: hashRecord(chat) }),
    );
  while (pending.length > 0) {
    const answer = await write(batch, hashes, {
      key: `m:${pending[0]?.id ?? ""}`,
      subject: { chat: target },
      messages: pending.slice(0, messagesPerCommand),
      toHandler: (sent) => addImportedMessages(sent, endedAt),
    });
    pending = withoutSent(pending, answer);
  }
  return target;
}

/** A repeated command has sent the messages of the first time, which may be others. */
function withoutSent(
  messages: readonly ImportedMessage[],
  { ids }: ImportedChatAnswer,
): readonly ImportedMessage[] {
  const sent = new Set(ids.filter((id) => id !== ""));
  const last = messages.findLastIndex(({ id }) => sent.has(id));
  if (last < 0) return [];
  const rest = messages.slice(last + 1);
  // Further files of the last message follow it in the same command.
  const next = rest.findIndex(({ id }) => id !== "");
  return next < 0 ? [] : rest.slice(next);
}

async function write(
  batch: ChatBatch,
  hashes: ReadonlyMap<string, string>,
  command: {
    readonly key: string;
    readonly subject:
      | { readonly chat: number }
      | { readonly customer: { readonly channelId: number; readonly key: string } };
    readonly messages: readonly ImportedMessage[];
    readonly toHandler: (sent: {
      messages: readonly ImportedMessage[];
      files: readonly number[];
    }) => ReturnType<typeof importChat>;
  },
): Promise<ImportedChatAnswer> {
  const { job, files, counts } = batch;
  const { deps, move } = job;
  const { messages } = command;
  const stored = messages.flatMap(({ id }) => (id === "" ? [] : (files.get(id) ?? [])));
  const ids = stored.flatMap((file) => (file === null ? [] : [file.id]));
  const { answer } = await deps.write({
    account: move.account,
    subject: command.subject,
    handler: command.toHandler({ messages, files: ids }),
    maxEvents: messages.length + 4,
    bytes: messages.reduce((sum, { text }) => sum + 700 + 2 * text.length, 4_000),
    idempotency: toIdempotency(job, command.key),
  });
  for (const file of answer.files) await deps.files.attach(move.account, file, answer.chat);
  for (const [n, sourceId] of answer.ids.entries()) {
    if (sourceId === "") continue;
    addCount(counts, "message", "new");
    batch.records.push({
      ...toMoveRecord(job, {
        kind: "message",
        sourceId,
        targetId: answer.chat,
        hash: hashes.get(sourceId) ?? "",
      }),
      seq: answer.seq - answer.ids.length + 1 + n,
    });
  }
  return answer;
}

/** Changes a message of an earlier import whose record differs now. */
export async function changeMessage(
  batch: ChatBatch,
  chat: number,
  message: MoveMessage,
): Promise<void> {
  const { job, targets, counts, records } = batch;
  const { deps, move } = job;
  const stored = targets.messages.get(message.id);
  if (stored === undefined) return;
  const hash = hashRecord(message);
  if (stored.hash === hash || stored.seq === null) {
    if (stored.importId !== move.id) addCount(counts, "message", "known");
    return;
  }
  const now = deps.clock.now();
  const editedAt =
    message.edited_at === undefined ? now : Math.min(Date.parse(message.edited_at), now);
  await deps.write({
    account: move.account,
    subject: { chat, message: stored.seq },
    handler: changeImportedMessage(message.text, editedAt),
  });
  addCount(counts, "message", "changed");
  records.push({ ...stored, hash });
}

function toImportedChat(
  { job, targets, problems }: ChatBatch,
  chat: MoveChat,
  { startedAt, endedAt }: { readonly startedAt: number; readonly endedAt: number },
): ImportedChat {
  const { move, config, deps } = job;
  if (chat.started_at === undefined) problems.push({ kind: "chat", id: chat.id, code: "no_date" });
  const now = deps.clock.now();
  const ended = chat.ended_at === undefined ? endedAt : Math.min(Date.parse(chat.ended_at), now);
  const operatorId = chat.operator === undefined ? undefined : targets.operators.get(chat.operator);
  const operator = operatorId === undefined ? undefined : config.operators.get(operatorId);
  const countFrom = move.choices?.count_from ?? null;
  return {
    channelId: getImportChannel(job),
    imported: {
      import_id: move.id,
      from: systemNames[move.system],
      counts: countFrom !== null && startedAt >= Date.parse(countFrom),
    },
    startedAt,
    endedAt: ended,
    operator: operator === undefined ? null : { id: operator.id, name: operator.name },
    department:
      chat.department === undefined ? null : (targets.departments.get(chat.department) ?? null),
    tags: (chat.tags ?? []).flatMap(
      (name) => targets.tags.get(toTagName(name).toLowerCase()) ?? [],
    ),
    rating: toRating(chat),
    ratingComment: chat.rating?.text,
    fields: toFieldValues(config, "chat", chat.fields),
  };
}

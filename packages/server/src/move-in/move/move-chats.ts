import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import type { Author } from "../../core/entity.ts";
import { addCount } from "../counts.ts";
import type { MoveJob } from "../job.ts";
import type { RecordProblem } from "../source.ts";
import type { BatchResult } from "./batch.ts";
import { toImportedMessages, type MessageContext } from "./convert-message.ts";
import { findKnown, findTargets, formerName, toFormerId } from "./find-targets.ts";
import type { ChatGroup } from "./group-chats.ts";
import { moveFiles } from "./move-files.ts";
import { changeMessage, writeChat, type ChatBatch } from "./write-chat.ts";

/** Moves chats with their messages and files. What did not change since is left as it is. */
export async function moveChats(job: MoveJob, groups: readonly ChatGroup[]): Promise<BatchResult> {
  const counts: MoveCounts = {};
  const problems: RecordProblem[] = [];
  const known = await findKnown(job, groups);
  const fresh = groups.flatMap(({ messages }) =>
    messages.filter(({ id }) => !known.messages.has(id)),
  );
  const targets = await findTargets(job, groups, known);
  const files = await moveFiles(job, fresh, { counts, problems });
  // Operators may have been added.
  const config = await job.deps.config(job.move.account);
  const batch: ChatBatch = {
    job: { ...job, config },
    targets,
    files,
    counts,
    problems,
    records: [],
    chats: [],
  };
  await Promise.all(groups.map((group) => moveGroup(batch, group)));
  return batch;
}

async function moveGroup(batch: ChatBatch, group: ChatGroup): Promise<void> {
  const { job, targets, counts, problems } = batch;
  const { deps } = job;
  const stored = targets.chats.get(group.id);
  if (group.chat === null && stored === undefined) {
    for (const { id } of group.messages) {
      problems.push({ kind: "message", id, code: "unknown_chat", detail: group.id });
      addCount(counts, "message", "left_out");
    }
    return;
  }
  const startedAt = findStart(group, deps.clock.now());
  const context: MessageContext = {
    now: deps.clock.now(),
    previousAt: startedAt,
    report: (problem) => void problems.push(problem),
    findOperator: (id, name) => findOperator(batch, id, name),
    files: batch.files,
  };
  const fresh = group.messages
    .filter(({ id }) => !targets.messages.has(id))
    .flatMap((message) => {
      const converted = toImportedMessages(message, context);
      if (converted.length === 0) addCount(counts, "message", "left_out");
      return converted;
    });
  const chat = await writeChat(batch, group, { stored, startedAt, messages: fresh });
  if (chat === null) return;
  for (const message of group.messages) await changeMessage(batch, chat, message);
  if (stored === undefined || targets.untouched.has(chat)) batch.chats.push(chat);
}

/** Returns when a chat began: as the other system says, or with its first message. */
function findStart({ chat, messages }: ChatGroup, now: number): number {
  const text = chat?.started_at ?? messages.find(({ sent_at }) => sent_at !== undefined)?.sent_at;
  return text === undefined ? now : Math.min(Date.parse(text), now);
}

function findOperator(
  { job, targets }: ChatBatch,
  id: string | undefined,
  name: string | undefined,
): Author {
  const operatorId = targets.operators.get(id ?? toFormerId(name));
  const operator = operatorId === undefined ? undefined : job.config.operators.get(operatorId);
  return { kind: "operator", id: operatorId ?? null, name: operator?.name ?? name ?? formerName };
}

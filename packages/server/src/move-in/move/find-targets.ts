import type { MoveChat } from "@parlour/protocol/move-in/record";
import type { NamedRef } from "../../core/entity.ts";
import { listNames } from "../../store/move-in/settings-row.ts";
import {
  findMoveRecords,
  findUntouchedChats,
  listMoveTargets,
  saveMoveRecords,
  type StoredMoveRecord,
} from "../../store/move-in/move-record.ts";
import type { MoveJob } from "../job.ts";
import type { ChatGroup } from "./group-chats.ts";
import { moveUnknownPerson } from "./move-persons.ts";
import { moveSettings, toTagName } from "./move-settings.ts";

/** What the chats of a batch refer to. */
export interface Targets {
  readonly chats: ReadonlyMap<string, StoredMoveRecord>;
  readonly messages: ReadonlyMap<string, StoredMoveRecord>;
  readonly persons: ReadonlyMap<string, StoredMoveRecord>;
  readonly operators: ReadonlyMap<string, number>;
  readonly departments: ReadonlyMap<string, NamedRef>;
  readonly tags: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
  readonly untouched: ReadonlySet<number>;
}
export const formerName = "Former operator";
export const toFormerId = (name: string | undefined): string => `name:${name ?? formerName}`;

/** Returns the record of a chat, a message or an operator. */
export const toMoveRecord = (
  { move }: MoveJob,
  record: Pick<StoredMoveRecord, "kind" | "sourceId" | "targetId" | "hash">,
): StoredMoveRecord => ({
  importId: move.id,
  seq: null,
  customer: null,
  channelId: null,
  language: null,
  article: null,
  existed: false,
  ...record,
});

/** Finds the chats and messages of groups that an import has moved. */
export async function findKnown(
  { deps, move }: MoveJob,
  groups: readonly ChatGroup[],
): Promise<Pick<Targets, "chats" | "messages">> {
  const ids = groups.map(({ id }) => id);
  const messageIds = groups.flatMap(({ messages }) => messages.map(({ id }) => id));
  return {
    chats: await findMoveRecords(deps.db, move, "chat", ids),
    messages: await findMoveRecords(deps.db, move, "message", messageIds),
  };
}

/** Finds what the chats refer to, and creates operators, tags and visitors that are missing. */
export async function findTargets(
  job: MoveJob,
  groups: readonly ChatGroup[],
  known: Pick<Targets, "chats" | "messages">,
): Promise<Targets> {
  const { deps, move } = job;
  const chats = groups.flatMap(({ id, chat }) =>
    chat === null || known.chats.has(id) ? [] : [chat],
  );
  await addFormerOperators(job, groups);
  await addTags(
    job,
    groups.flatMap(({ chat }) => chat?.tags ?? []),
  );
  const departmentNames = await listNames(deps.db, move.account, "department");
  const departments = await listMoveTargets(deps.db, move, "department");
  const tags = await listNames(deps.db, move.account, "tag");
  const stored = [...known.chats.values()].flatMap(({ targetId }) => targetId ?? []);
  return {
    ...known,
    persons: await findPersons(job, chats),
    operators: await listMoveTargets(deps.db, move, "operator"),
    departments: new Map(
      [...departments].map(([key, id]) => [key, { id, name: departmentNames.get(id) ?? "" }]),
    ),
    tags: new Map([...tags].map(([id, name]) => [name.toLowerCase(), { id, name }])),
    untouched: await findUntouchedChats(deps.db, move.account, stored),
  };
}

async function findPersons(job: MoveJob, chats: readonly MoveChat[]): Promise<Targets["persons"]> {
  const { deps, move } = job;
  const ids = [...new Set(chats.map(({ person }) => person))];
  const persons = new Map(await findMoveRecords(deps.db, move, "person", ids));
  const missing = ids.filter((id) => (persons.get(id)?.targetId ?? null) === null);
  const added = await Promise.all(missing.map((id) => moveUnknownPerson(job, id)));
  await deps.db.transaction((tx) => saveMoveRecords(tx, move, added));
  for (const record of added) persons.set(record.sourceId, record);
  return persons;
}

/** Operators whom the source names only in messages or chats become former operators. */
async function addFormerOperators(job: MoveJob, groups: readonly ChatGroup[]): Promise<void> {
  const { deps, move } = job;
  const names = new Map<string, string>();
  for (const { chat, messages } of groups) {
    if (chat?.operator !== undefined) names.set(chat.operator, `Operator ${chat.operator}`);
    for (const { author } of messages)
      if (author === undefined || author.kind === "operator")
        names.set(
          author?.id ?? toFormerId(author?.name),
          author?.name ?? (author?.id === undefined ? formerName : `Operator ${author.id}`),
        );
  }
  const known = await findMoveRecords(deps.db, move, "operator", [...names.keys()]);
  const missing = [...names].filter(([id]) => !known.has(id));
  if (missing.length === 0) return;
  const records = missing.map(([id, name]) => ({ kind: "operator", id, name }) as const);
  await moveSettings(job, records, (tx, moved) =>
    saveMoveRecords(
      tx,
      move,
      records.map(({ id }, n) => ({
        ...toMoveRecord(job, {
          kind: "operator",
          sourceId: id,
          targetId: moved[n]?.id ?? null,
          hash: "",
        }),
        existed: moved[n]?.existed === true,
      })),
    ),
  );
}

async function addTags(job: MoveJob, names: readonly string[]): Promise<void> {
  const { deps, move } = job;
  const wanted = [...new Set(names.map(toTagName))].filter((name) => name !== "");
  if (wanted.length === 0) return;
  const stored = new Set(
    [...(await listNames(deps.db, move.account, "tag")).values()].map((name) => name.toLowerCase()),
  );
  const missing = wanted.filter((name) => !stored.has(name.toLowerCase()));
  if (missing.length === 0) return;
  await moveSettings(
    job,
    missing.map((name) => ({ kind: "tag", id: name, name }) as const),
  );
}

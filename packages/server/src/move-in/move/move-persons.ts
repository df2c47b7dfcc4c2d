import { createHash } from "node:crypto";
import type { MovePerson } from "@parlour/protocol/move-in/record";
import type { MoveCounts } from "@parlour/protocol/move-in/move-import";
import { importPerson, type ImportedPersonAnswer } from "../../core/move-in/import-person.ts";
import { cutText } from "../../core/text.ts";
import { findMoveRecords, type StoredMoveRecord } from "../../store/move-in/move-record.ts";
import type { BatchResult } from "./batch.ts";
import { addCount, hashRecord } from "../counts.ts";
import { toFieldValues } from "../fields.ts";
import { toIdempotency, type MoveJob } from "../job.ts";
import type { RecordProblem } from "../source.ts";

const maxNote = 4_000;

/** Whether something is known of a person. Others become visitors with their first chat. */
export const isKnownPerson = ({ name, email, phone, external_id }: MovePerson): boolean =>
  [name, email, phone, external_id].some((text) => text !== undefined && text.trim() !== "");

/**
 * Moves persons. Persons that did not change since the last import are left as they are. `added`:
 * the visitors of persons whom no import had moved.
 */
export async function movePersons(
  job: MoveJob,
  persons: readonly MovePerson[],
): Promise<BatchResult & { readonly added: ReadonlyMap<string, number> }> {
  const { deps, move } = job;
  const known = await findMoveRecords(
    deps.db,
    move,
    "person",
    persons.map(({ id }) => id),
  );
  const counts: MoveCounts = {};
  const problems: RecordProblem[] = [];
  const added = new Map<string, number>();
  const records = await Promise.all(
    persons.map(async (person): Promise<readonly StoredMoveRecord[]> => {
      const hash = hashRecord(person);
      const stored = known.get(person.id);
      if (stored?.hash === hash) {
        if (stored.importId !== move.id) addCount(counts, "person", "known");
        return [];
      }
      if (!isKnownPerson(person)) {
        addCount(counts, "person", "left_out");
        problems.push({ kind: "person", id: person.id, code: "no_name_or_address" });
        return [toPersonRecord(job, person.id, { hash, answer: null })];
      }
      const record = await writePerson(job, person, stored);
      addCount(counts, "person", stored === undefined ? "new" : "changed");
      if (stored === undefined && record.targetId !== null) added.set(person.id, record.targetId);
      return [{ ...record, hash }];
    }),
  );
  return { records: records.flat(), problems, counts, added };
}

/** Writes the visitor of a person who has a chat, but no record or nothing known. */
export const moveUnknownPerson = (job: MoveJob, id: string): Promise<StoredMoveRecord> =>
  writePerson(job, { kind: "person", id }, undefined);

async function writePerson(
  job: MoveJob,
  person: MovePerson,
  stored: StoredMoveRecord | undefined,
): Promise<StoredMoveRecord> {
  const { deps, move, config } = job;
  const channelId = stored?.channelId ?? getImportChannel(job);
  const customer = stored?.customer ?? toCustomerKey(job, person);
  const hash = hashRecord(person);
  const createdAt = person.created_at === undefined ? undefined : Date.parse(person.created_at);
  const { answer } = await deps.write<ImportedPersonAnswer>({
    account: move.account,
    subject: { customer: { channelId, key: customer } },
    handler: importPerson({
      channelId,
      customer: person.external_id,
      name: person.name,
      email: person.email,
      phone: person.phone,
      description: person.note === undefined ? undefined : cutText(person.note, maxNote).text,
      createdAt,
      fields: toFieldValues(config, "visitor", person.fields),
    }),
    maxEvents: 8 + Object.keys(person.fields ?? {}).length,
    idempotency: toIdempotency(job, `p:${person.id}:${hash}`),
  });
  const { visitor, result } = answer;
  const existed = stored === undefined ? result !== "new" : stored.existed;
  return {
    ...toPersonRecord(job, person.id, { hash, answer: visitor }),
    customer,
    channelId,
    existed,
  };
}

const toPersonRecord = (
  { move }: MoveJob,
  sourceId: string,
  { hash, answer }: { readonly hash: string; readonly answer: number | null },
): StoredMoveRecord => ({
  kind: "person",
  sourceId,
  importId: move.id,
  targetId: answer,
  seq: null,
  customer: null,
  channelId: null,
  language: null,
  article: null,
  hash,
  existed: false,
});

/** A person keeps the id of the owner's site in a chat channel, so that new messages find them. */
function toCustomerKey(job: MoveJob, { id, external_id }: MovePerson): string {
  const { config, move } = job;
  const isChannel = config.channels.get(getImportChannel(job))?.kind === "api";
  if (isChannel && external_id !== undefined && external_id !== "") return external_id;
  const source = createHash("sha256").update(move.source).digest("hex").slice(0, 10);
  return `import:${source}:${id}`;
}

/** Returns the channel of the import. The start of the import has chosen or made it. */
export function getImportChannel({ move }: MoveJob): number {
  const id = move.choices?.channel_id ?? null;
  if (id === null) throw new Error("the import runs without a channel");
  return id;
}

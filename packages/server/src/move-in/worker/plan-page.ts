import type { MoveRecord } from "@parlour/protocol/move-in/record";
import type { CountedKind } from "@parlour/protocol/move-in/move-import";
import { findOperatorByEmail } from "../../store/move-in/settings-row.ts";
import { countMatchingPersons } from "../../store/move-in/matching-visitors.ts";
import type { MovePlan, MovePlanOperator } from "../../store/move-in/move-import.ts";
import { addCount, countLeftOut, hashRecord } from "../counts.ts";
import { toValueKind } from "../fields.ts";
import type { MoveJob } from "../job.ts";
import { findStoredRecords } from "../move/find-stored.ts";
import { isFuture } from "../move/convert-message.ts";
import { isKnownPerson } from "../move/move-persons.ts";
import type { RecordProblem, SourcePage } from "../source.ts";

export const emptyPlan: MovePlan = {
  counts: {},
  operators: [],
  problems: {},
  matching_visitors: 0,
  first_chat_at: null,
  last_chat_at: null,
  channels: {},
};

/** Adds a page to the plan. Nothing but the plan is written. Returns its problems too. */
export async function planPage(
  job: MoveJob,
  plan: MovePlan,
  { records, problems: found }: SourcePage,
): Promise<{ readonly plan: MovePlan; readonly problems: readonly RecordProblem[] }> {
  const counts = structuredClone(plan.counts);
  const problems: RecordProblem[] = [...found];
  const report = (record: MoveRecord, code: string, isLeftOut = false): void => {
    problems.push({ kind: record.kind, id: record.id, code });
    if (isLeftOut) addCount(counts, record.kind, "left_out");
  };
  const knownPersons = new Set<string>();
  countLeftOut(counts, found);
  for (const [kind, list] of Map.groupBy(records, (record) => record.kind)) {
    const known = await findStoredRecords(job.deps.db, job.move, list);
    for (const record of list) {
      addCount(counts, kind, "read");
      const isLeftOut = reportFaults(record, job.deps.clock.now(), report);
      if (isLeftOut) continue;
      const stored = known.get(record.id);
      if (stored !== undefined && kind === "person") knownPersons.add(record.id);
      const result =
        stored === undefined ? "new" : stored.hash === hashRecord(record) ? "known" : "changed";
      addCount(counts, kind as CountedKind, result);
      if (record.kind === "message" && stored === undefined)
        addCount(counts, "file", "new", record.files?.length ?? 0);
    }
  }
  const persons = records
    .filter((record) => record.kind === "person")
    .filter(({ id }) => !knownPersons.has(id));
  const matching = await countMatchingPersons(job.deps.reader, job.move.account, persons);
  return {
    problems,
    plan: {
      ...addChats(plan, records),
      counts,
      operators: await addOperators(job, plan.operators, records),
      matching_visitors: plan.matching_visitors + matching,
    },
  };
}

/** Reports what is wrong with a record. Returns whether it is left out. */
function reportFaults(
  record: MoveRecord,
  now: number,
  report: (record: MoveRecord, code: string, isLeftOut?: boolean) => void,
): boolean {
  if (record.kind === "person" && !isKnownPerson(record)) {
    report(record, "no_name_or_address", true);
    return true;
  }
  if (record.kind === "field" && toValueKind(record) === null) {
    report(record, "no_place", true);
    return true;
  }
  if (record.kind === "chat" && record.started_at === undefined) report(record, "no_date");
  if (record.kind !== "message") return false;
  if (record.author === undefined) report(record, "no_author");
  if (record.sent_at === undefined) report(record, "no_date");
  else if (isFuture(now, record.sent_at, record.edited_at)) report(record, "future_date");
  if (record.text.trim() !== "" || (record.files ?? []).length > 0) return false;
  report(record, "empty_message", true);
  return true;
}

function addChats(plan: MovePlan, records: readonly MoveRecord[]): MovePlan {
  const chats = records.filter((record) => record.kind === "chat");
  const channels = { ...plan.channels };
  const times = [plan.first_chat_at, plan.last_chat_at].filter((time) => time !== null);
  for (const { channel, started_at } of chats) {
    const name = channel?.name ?? "";
    channels[name] = (channels[name] ?? 0) + 1;
    if (started_at !== undefined) times.push(new Date(started_at).toISOString());
  }
  times.sort();
  return {
    ...plan,
    channels,
    first_chat_at: times[0] ?? null,
    last_chat_at: times.at(-1) ?? null,
  };
}

async function addOperators(
  { deps, move }: MoveJob,
  operators: readonly MovePlanOperator[],
  records: readonly MoveRecord[],
): Promise<readonly MovePlanOperator[]> {
  const byId = new Map(operators.map((operator) => [operator.id, operator]));
  for (const record of records)
    if (record.kind === "operator") {
      const { id, name, email = null, active = true } = record;
      const match = email === null ? null : await findOperatorByEmail(deps.db, move.account, email);
      byId.set(id, { id, name, email, active, chats: 0, operator_id: match });
    } else if (record.kind === "chat" && record.operator !== undefined) {
      const operator = byId.get(record.operator) ?? toUnknownOperator(record.operator);
      byId.set(operator.id, { ...operator, chats: operator.chats + 1 });
    }
  return [...byId.values()];
}
const toUnknownOperator = (id: string): MovePlanOperator => ({
  id,
  name: `Operator ${id}`,
  email: null,
  active: false,
  chats: 0,
  operator_id: null,
});

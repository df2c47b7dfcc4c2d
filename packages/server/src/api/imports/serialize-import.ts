import type { MoveImport, MoveImportDetails } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { AccountConfig } from "../../core/command.ts";
import type { MoveImportRecord } from "../../store/move-in/move-import.ts";
import { countMoveProblems } from "../../store/move-in/move-problem.ts";
import { countStored } from "../../store/move-in/move-record.ts";
import { countUndo } from "../../store/move-in/undo.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export function serializeMove(record: MoveImportRecord, config: AccountConfig): MoveImport {
  const { operatorId, reason, pausedState } = record;
  return {
    id: record.id,
    system: record.system,
    name: record.name,
    state: record.state,
    ...omitAbsent({ paused: pausedState ?? undefined }),
    reason: reason === null ? null : { code: reason, detail: record.reasonDetail ?? "" },
    operator: { id: operatorId, name: config.operators.get(operatorId)?.name ?? "" },
    check: record.check === null ? null : { ...record.check, counts: { ...record.check.counts } },
    reads: record.readKind,
    counts: record.counts,
    choices:
      record.choices === null
        ? null
        : { ...record.choices, operators: { ...record.choices.operators } },
    created_at: record.createdAt,
    started_at: record.startedAt,
    ended_at: record.endedAt,
  };
}

/** Returns an import with its plan, problems and what an undo would remove. */
export async function loadMoveDetails(
  { reader, sql, config }: RouteDeps,
  account: number,
  record: MoveImportRecord,
): Promise<MoveImportDetails> {
  const { id, source, plan, state, startedAt } = record;
  const isPlan = startedAt === null;
  const isOver = state === "done";
  return {
    ...serializeMove(record, await config(account)),
    plan:
      plan === null
        ? null
        : {
            ...plan,
            operators: [...plan.operators],
            problems: { ...plan.problems },
            channels: { ...plan.channels },
          },
    problems: { ...(await countMoveProblems(reader, account, { id, isPlan })) },
    ...omitAbsent({
      stored: isOver ? { ...(await countStored(sql, { account, source })) } : undefined,
      undo: isOver ? await countUndo(sql, { account, id }) : undefined,
    }),
  };
}

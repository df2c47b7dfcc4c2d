import type { CommandContext } from "../../command.ts";
import type { Message, NamedRef } from "../../entity.ts";
import { fail, type Failure } from "../../failure.ts";

/** The operator or bot whose text is about to be sent. */
interface Writer {
  readonly kind: "operator" | "bot";
  readonly id: number;
}

/**
 * Returns why a text may not go out that was begun before `context.laterMessages`, or null
 * (API-522). It is `crossed` if somebody else has answered the visitor since, or another operator
 * has got the chat and still has it. Typed, scheduled and bulk replies, those of macros, and the
 * answers of agents ask only this function. A command without `subject.after` never crosses.
 */
export function findCrossing(context: CommandContext, writer: Writer): Failure | null {
  const later = context.laterMessages ?? [];
  const answer = later.find((message) => isAnswerOfAnother(message, writer));
  if (answer !== undefined) {
    const { author, seq } = answer;
    return fail("crossed", `${author.name} has answered since this text was begun.`, {
      by: { id: author.id ?? 0, name: author.name },
      reason: "answered",
      seq,
    });
  }
  const assignee = context.chat?.entity.assignee ?? null;
  if (assignee === null || (writer.kind === "operator" && assignee.id === writer.id)) return null;
  const assignment = later.findLast((message) => findNewAssignee(message)?.id === assignee.id);
  return assignment === undefined
    ? null
    : fail("crossed", `${assignee.name} has got the chat since this text was begun.`, {
        by: assignee,
        reason: "assigned",
        seq: assignment.seq,
      });
}

/** The reply of a rule has no id: a confirmation of receipt is no answer. */
const isAnswerOfAnother = ({ author, kind, deleted_at }: Message, writer: Writer): boolean =>
  (author.kind === "operator" || author.kind === "bot") &&
  author.id !== null &&
  kind !== "note" &&
  deleted_at === undefined &&
  (author.kind !== writer.kind || author.id !== writer.id);

/** Codes of the lines that give the chat to an operator. They are loaded with the answers. */
export const assignmentCodes = ["accepted", "assigned", "call_taken", "transfer_accepted"] as const;

/** Returns who has the chat since this line, or null if the message is no such line. */
function findNewAssignee({ line }: Message): NamedRef | null {
  if (!assignmentCodes.some((code) => code === line?.code)) return null;
  return line?.to ?? line?.by ?? null;
}

/** If another message is written first, a command that can cross is decided again. */
export const atLastMessage = ({
  laterMessages,
  lastSeq,
}: CommandContext): { readonly decidedAtSeq?: number } =>
  laterMessages === undefined ? {} : { decidedAtSeq: lastSeq };

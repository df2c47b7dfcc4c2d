import { omitAbsent } from "@parlour/protocol/omit-absent";
import { hasPendingInvite } from "../bot/assignment.ts";
import { createSystemMessage } from "../chat/create.ts";
import type { ChatSystemMessage } from "../chat/message/system-message-codes.ts";
import type { CommandContext } from "../command.ts";
import type { Assignment } from "../entity.ts";
import type { NewEvent } from "../event.ts";
import { stageRank, type WaitingChat } from "./escalation-steps.ts";
import { formatNames, toNamedRef } from "./operator-names.ts";
import type { EscalationStep } from "./recipients.ts";

export interface OfferUpdate {
  readonly chat: WaitingChat;
  readonly systemMessages: readonly NewEvent[];
  readonly offeredTo: number | null;
}

interface Offer {
  readonly wait: WaitingChat["wait"];
  readonly step: EscalationStep;
  readonly assignment: Assignment;
  readonly newlyOffered: readonly number[];
  /** The operator who had the previous offer and did not accept it, or null. */
  readonly passedBy: number | null;
}
export function createOfferUpdate(
  context: CommandContext,
  chat: WaitingChat,
  { wait, step, assignment, newlyOffered, passedBy }: Offer,
): OfferUpdate {
  const isHigher = stageRank(step) > stageRank(chat.wait.step);
  const { skipped = [], ...rest } = wait;
  // A new offer alerts an operator again who skipped the chat before (CORE-151).
  const stillSkipped = skipped.filter((id) => !newlyOffered.includes(id));
  const next: WaitingChat = {
    ...chat,
    wait: {
      ...rest,
      ...omitAbsent({
        skipped: stillSkipped.length === 0 ? undefined : stillSkipped,
        step: isHigher ? step : undefined,
      }),
    },
    assignment,
  };
  const offeredTo = wait.offer_until === undefined ? null : (newlyOffered[0] ?? null);
  // Operators who come online later in a step are only added to the list. A system message for each
  // would flood the conversation.
  if (hasPendingInvite(chat) || (!isHigher && passedBy === null))
    return { chat: next, systemMessages: [], offeredTo };
  const message = createOfferMessage(context, chat, {
    step,
    assignment,
    newlyOffered,
    passedBy,
    offeredTo,
  });
  return { chat: next, systemMessages: [message], offeredTo };
}

/** Creates the system message of an offer. `offeredTo`: the operator who has it alone. */
function createOfferMessage(
  context: CommandContext,
  chat: WaitingChat,
  {
    step,
    assignment,
    newlyOffered,
    passedBy,
    offeredTo,
  }: Omit<Offer, "wait"> & { readonly offeredTo: number | null },
): NewEvent {
  const passedOperator = passedBy === null ? null : toNamedRef(context.config, passedBy);
  const offeredOperator = offeredTo === null ? null : toNamedRef(context.config, offeredTo);
  const isFirst = chat.wait.step === undefined;
  const names = formatNames(context.config, newlyOffered);
  const code =
    offeredTo !== null && passedOperator !== null
      ? "offer_passed"
      : isFirst || step === "offer"
        ? "offered"
        : (`ladder_${step}` as const);
  const text =
    code === "offer_passed"
      ? `${passedOperator?.name} did not take it; offered to ${names}`
      : `${isFirst ? "Offered" : "Offered also"} to ${names}`;
  const line: ChatSystemMessage = {
    code,
    ...omitAbsent({ by: passedOperator ?? undefined, to: offeredOperator ?? undefined }),
    assignment,
  };
  return createSystemMessage(context, chat.id, line, text);
}

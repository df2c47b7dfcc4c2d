import { omitFields } from "@parlour/protocol/omit-fields";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { hasPendingInvite } from "../bot/assignment.ts";
import { formatTime } from "../chat/create.ts";
import type { RoutingConfig, CommandContext } from "../command.ts";
import type { Assignment } from "../entity.ts";
import { selectOperator } from "./choose.ts";
import { stepDelayMs, type WaitingChat } from "./escalation-steps.ts";
import type { IneligibleReason } from "../operator/eligibility.ts";
import {
  demandReasons,
  getAssignmentReasons,
  recipientsForStep,
  type EscalationStep,
  type StepRecipients,
} from "./recipients.ts";
import type { RoutingSnapshot } from "./snapshot.ts";
import { type OfferUpdate, createOfferUpdate } from "./offer-update.ts";

/** The step of a waiting chat that makes offers, and the operators that it reaches. */
interface OfferRound {
  readonly step: EscalationStep;
  readonly recipients: StepRecipients;
  readonly assignment: Assignment;
}

/**
 * Offers the chat to the next operator alone, or to all operators that the step reaches. Returns
 * null if there is no new operator.
 */
export function makeOffer(
  context: CommandContext,
  chat: WaitingChat,
  snapshot: RoutingSnapshot,
): OfferUpdate | null {
  const { config, now } = context;
  const step = currentOfferStep(chat, config.routing, now);
  // An invitation by a bot has one step only.
  const reach = hasPendingInvite(chat) ? "next" : step;
  const recipients = recipientsForStep(config, chat, { ...snapshot, now }, reach);
  const round = {
    step,
    recipients,
    assignment: getAssignmentReasons(config.routing, step, recipients),
  };
  const { offered = [], offer_until } = chat.wait;
  const inviter = findAvailableInviter(chat, recipients);
  if (inviter !== null && step === "offer") {
    if (offered.length === 0) return offerToInviter(context, chat, round, inviter);
    if (offer_until !== undefined && Date.parse(offer_until) > now) return null;
  }
  const isAlone = config.routing.mode !== "all" && (step === "offer" || step === "next");
  if (!isAlone) return offerToAll(context, chat, round);
  const selected = selectNextOperator(context, chat, round, snapshot);
  return selected === null ? null : offerToNext(context, chat, round, selected);
}

/** Offers the chat first to the operator whose invitation started it (CORE-155). */
function offerToInviter(
  context: CommandContext,
  chat: WaitingChat,
  { step, assignment }: OfferRound,
  inviter: number,
): OfferUpdate {
  return createOfferUpdate(context, chat, {
    wait: {
      ...chat.wait,
      offered: [inviter],
      offer_until: formatTime(context.now + context.config.routing.offerMs),
    },
    step,
    assignment: { ...assignment, rules: ["invitation"] },
    newlyOffered: [inviter],
    passedBy: null,
  });
}

function offerToAll(
  context: CommandContext,
  chat: WaitingChat,
  { step, recipients, assignment }: OfferRound,
): OfferUpdate | null {
  const { offered = [], asked = [] } = chat.wait;
  // The wide steps also reach operators in `asked`, such as the operator who transferred the chat.
  const isWide = step === "department" || step === "channel";
  const newlyOffered = recipients.eligible.filter(
    (id) => !offered.includes(id) && (isWide || !asked.includes(id)),
  );
  if (newlyOffered.length === 0) return null;
  const wait = {
    ...(isWide
      ? omitFields(chat.wait, "offer_until", "asked")
      : omitFields(chat.wait, "offer_until")),
    offered: [...offered, ...newlyOffered],
  };
  return createOfferUpdate(context, chat, { wait, step, assignment, newlyOffered, passedBy: null });
}

/** Returns the next operator for an offer alone. null: an offer is open, or nobody is left. */
function selectNextOperator(
  { config, now }: CommandContext,
  { wait }: WaitingChat,
  { recipients }: OfferRound,
  snapshot: RoutingSnapshot,
): number | null {
  const { offered = [], asked = [], offer_until } = wait;
  const isOfferValid =
    offer_until !== undefined &&
    Date.parse(offer_until) > now &&
    offered.some((id) => recipients.eligible.includes(id));
  if (isOfferValid) return null;
  const candidates = recipients.eligible.filter(
    (id) => !offered.includes(id) && !asked.includes(id),
  );
  return selectOperator(config.routing.mode, candidates, snapshot);
}

function offerToNext(
  context: CommandContext,
  chat: WaitingChat,
  { step, assignment }: OfferRound,
  selected: number,
): OfferUpdate {
  const { offered = [], asked = [] } = chat.wait;
  const declined = [...asked, ...offered];
  return createOfferUpdate(context, chat, {
    wait: {
      ...chat.wait,
      offered: [selected],
      offer_until: formatTime(context.now + context.config.routing.offerMs),
      ...omitAbsent({ asked: declined.length === 0 ? undefined : declined }),
    },
    step,
    assignment,
    newlyOffered: [selected],
    passedBy: offered.at(-1) ?? null,
  });
}

/**
 * Returns the operator whose invitation started the chat if they can take it now, whatever
 * department the chat has, and whatever it demands (CORE-155).
 */
function findAvailableInviter(
  { wait: { inviter } }: WaitingChat,
  { eligible, others }: StepRecipients,
): number | null {
  if (inviter === undefined) return null;
  const reasonsAgainst = others.find((other) => other.id === inviter)?.reasons ?? [];
  const isFree =
    eligible.includes(inviter) ||
    (reasonsAgainst.length > 0 && reasonsAgainst.every((reason) => inviterReasons.has(reason)));
  return isFree ? inviter : null;
}

/** Reasons that do not keep a chat from the operator who invited its visitor. */
const inviterReasons: ReadonlySet<IneligibleReason> = new Set<IneligibleReason>([
  "not_in_department",
  ...demandReasons,
]);

/** Returns the widest offer step whose time has come. */
function currentOfferStep(chat: WaitingChat, routing: RoutingConfig, now: number): EscalationStep {
  if (hasPendingInvite(chat)) return "offer";
  const elapsed = now - Date.parse(chat.wait.since);
  const steps: readonly EscalationStep[] = ["next", "department", "channel"];
  return (
    steps.findLast(
      (step) => stepDelayMs(routing, step) > 0 && elapsed >= stepDelayMs(routing, step),
    ) ?? "offer"
  );
}

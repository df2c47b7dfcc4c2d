import type { Message } from "@parlour/protocol";
import { formatDuration } from "../../time.ts";
import { cachedOperatorName } from "../../../state/inbox/operator-names.ts";
import { findAssignment, type RoutingStory } from "./routing-story.ts";
import { t } from "./routing-text.ts";
import { formatSystemMessage } from "../../message/format-message.ts";

const minuteMs = 60_000;
/** Shortest wait in ms that the summary mentions. */
const minShownWaitMs = 5_000;

/** Returns the summary of a story: who has the chat and why, or how long it waits. */
export function storyText(story: RoutingStory, me: number, now: number): string {
  const assignment = findAssignment(story);
  return assignment === null ? waitingText(story, now) : assignmentText(story, assignment, me);
}

/** Formats a wait as "18 s". From one minute on, formats it as "1:12". */
export const waitText = (ms: number): string =>
  ms < minuteMs ? t("wait.s", { n: Math.max(0, Math.round(ms / 1000)) }) : formatDuration(ms);

function assignmentText(story: RoutingStory, assignment: Message, me: number): string {
  const { line } = assignment;
  if (line?.code === "transfer_accepted")
    return t("story.line", {
      who: joinedText(line.to, me),
      how: t("how.transfer", { name: firstName(line.by) }),
    });
  // The operator may be offline, so they have not joined yet.
  if (line?.code === "assigned")
    return t("story.line", {
      who: line.to?.id === me ? t("story.has.you") : t("story.has", { name: firstName(line.to) }),
      how: t("how.assigned", { name: firstName(line.by) }),
    });
  const operatorText = joinedText(line?.by, me);
  const cause = story.steps.findLast(
    ({ line }) => line !== undefined && waitCauses.has(line.code),
  )?.line;
  if (cause?.code === "reassigned")
    return t("story.line", {
      who: operatorText,
      how: t("how.reassigned", { name: firstName(cause.by), n: Number(cause.detail) }),
    });
  if (cause?.code === "transferred")
    return t("story.line", {
      who: operatorText,
      how: t("how.transfer", { name: firstName(cause.by) }),
    });
  const causeText =
    cause === undefined
      ? ruleText(story, assignment)
      : story.bot === null
        ? t("how.bot.plain")
        : t("how.bot", { name: story.bot });
  const waitedMs = Date.parse(assignment.created_at) - story.since;
  return waitedMs < minShownWaitMs
    ? t("story.line", { who: operatorText, how: causeText })
    : t("story.waited", { who: operatorText, how: causeText, wait: waitText(waitedMs) });
}
/** Codes of events that start a wait without a message of the visitor. */
const waitCauses = new Set(["reassigned", "transferred", "invited"]);

/** Returns the rule that offered the chat to its operator, or that they took it from the list. */
function ruleText({ steps }: RoutingStory, assignment: Message): string {
  const operatorId = assignment.line?.by?.id;
  const offer =
    steps.findLast(
      ({ line }) => line !== undefined && line.assignment !== undefined && line !== assignment.line,
    ) ?? assignment;
  const { rules = [], eligible = [] } = offer.line?.assignment ?? {};
  const rule = namedRules.find((name) => rules.at(-1) === name);
  return rule !== undefined && operatorId !== undefined && eligible.includes(operatorId)
    ? t(`how.${rule}`)
    : t("how.list");
}
const namedRules = ["round_robin", "least_busy", "last_operator", "invitation"] as const;

/** Codes of events after which a chat that had an operator waits again. */
const rewaitCauses = new Set(["owner_gone", "reassigned", "transferred"]);

function waitingText(story: RoutingStory, now: number): string {
  const { steps, since, closedAt } = story;
  const last = steps.at(-1);
  if (Number.isNaN(since)) return last === undefined ? "" : formatSystemMessage(last);
  const cause = steps.findLast(
    ({ line }) => line !== undefined && rewaitCauses.has(line.code),
  )?.line;
  const causeText = cause === undefined ? null : rewaitText(cause);
  if (causeText !== null) return causeText;
  const wait = waitText((closedAt ?? now) - since);
  const eligible =
    steps.findLast(({ line }) => line?.assignment !== undefined)?.line?.assignment?.eligible ?? [];
  const name = eligible.length === 1 ? cachedOperatorName(eligible[0] ?? 0) : null;
  const to =
    name === null
      ? t("story.offered", { n: eligible.length })
      : t("story.offered.one", { name: firstName({ name }) });
  return t(closedAt === null ? "story.waiting" : "story.closed", { wait, to });
}

/** Returns why a chat that had an operator waits again, or null if nobody caused it. */
function rewaitText({ code, by, to, detail }: NonNullable<Message["line"]>): string | null {
  const name = firstName(by);
  if (code === "transferred") return t("story.again.transferred", { name, to: to?.name ?? "" });
  if (code === "reassigned") return t("story.again.silent", { name, n: Number(detail) });
  return by ? t("story.again.offline", { name }) : null;
}

function joinedText(
  operator: { readonly id: number; readonly name: string } | null | undefined,
  me: number,
): string {
  return operator?.id === me
    ? t("story.joined.you")
    : t("story.joined", { name: firstName(operator) });
}
const firstName = (operator: { readonly name: string } | null | undefined): string =>
  operator?.name.trim().split(/\s+/)[0] ?? "";

import type { Message } from "@parlour/protocol";
import { duration } from "../../ui/Time.tsx";
import { knownName } from "./people.ts";
import { assignmentOf, type RoutingStory } from "./routing-fold.ts";
import { t } from "./routing-text.ts";
import { systemText } from "./words.ts";

const minuteMs = 60_000;
/** Shorter waits are not mentioned. */
const minWaitMs = 5_000;

/**
 * Returns the summary of a story: who has the chat and how they got it, or how long it waits. `me`:
 * id of the viewer.
 */
export function storyText(story: RoutingStory, me: number, now: number): string {
  const taken = assignmentOf(story);
  return taken === null ? waitingText(story, now) : takenText(story, taken, me);
}

/** Formats a wait as "18 s", from one minute on as "1:12". */
export const waitText = (ms: number): string => (ms < minuteMs ? t("wait.s", { n: Math.max(0, Math.round(ms / 1000)) }) : duration(ms));

function takenText(story: RoutingStory, taken: Message, me: number): string {
  const { line } = taken;
  if (line?.code === "transfer_accepted")
    return t("story.line", { who: joined(line.to, me), how: t("how.transfer", { name: first(line.by) }) });
  const who = joined(line?.by, me);
  const cause = story.steps.findLast(({ line: step }) => step !== undefined && causes.has(step.code))?.line;
  if (cause?.code === "reassigned")
    return t("story.line", { who, how: t("how.reassigned", { name: first(cause.by), n: Number(cause.detail) }) });
  if (cause?.code === "transferred") return t("story.line", { who, how: t("how.transfer", { name: first(cause.by) }) });
  const how = cause === undefined ? ruleText(story, taken) : story.bot === null ? t("how.bot.plain") : t("how.bot", { name: story.bot });
  const waited = Date.parse(taken.created_at) - story.since;
  return waited < minWaitMs ? t("story.line", { who, how }) : t("story.waited", { who, how, wait: waitText(waited) });
}
/** Reasons for a wait other than a visitor's message. */
const causes = new Set(["reassigned", "transferred", "invited"]);

/**
 * Returns the rule that offered the chat to the operator who took it. Otherwise they took it from
 * the list.
 */
function ruleText({ steps }: RoutingStory, taken: Message): string {
  const by = taken.line?.by?.id;
  const offer = steps.findLast(({ line }) => line !== undefined && line.assignment !== undefined && line !== taken.line) ?? taken;
  const { rules = [], eligible = [] } = offer.line?.assignment ?? {};
  const rule = named.find((one) => rules.at(-1) === one);
  return rule !== undefined && by !== undefined && eligible.includes(by) ? t(`how.${rule}`) : t("how.list");
}
const named = ["round_robin", "least_busy", "last_operator", "invitation"] as const;

/** Reasons why a chat that had an operator waits again. */
const again = new Set(["owner_gone", "reassigned", "transferred"]);

function waitingText(story: RoutingStory, now: number): string {
  const { steps, since, closedAt } = story;
  const last = steps.at(-1);
  if (Number.isNaN(since)) return last === undefined ? "" : systemText(last);
  const cause = steps.findLast(({ line }) => line !== undefined && again.has(line.code))?.line;
  if (cause?.code === "transferred") return t("story.again.transferred", { name: first(cause.by), to: cause.to?.name ?? "" });
  if (cause?.code === "reassigned") return t("story.again.silent", { name: first(cause.by), n: Number(cause.detail) });
  if (cause?.by) return t("story.again.offline", { name: first(cause.by) });
  const wait = waitText((closedAt ?? now) - since);
  const asked = steps.findLast(({ line }) => line?.assignment !== undefined)?.line?.assignment?.eligible ?? [];
  const name = asked.length === 1 ? knownName(asked[0] ?? 0) : null;
  const to = name === null ? t("story.offered", { n: asked.length }) : t("story.offered.one", { name: first({ name }) });
  return t(closedAt === null ? "story.waiting" : "story.closed", { wait, to });
}

function joined(who: { readonly id: number; readonly name: string } | null | undefined, me: number): string {
  return who?.id === me ? t("story.joined.you") : t("story.joined", { name: first(who) });
}
const first = (who: { readonly name: string } | null | undefined): string => who?.name.trim().split(/\s+/)[0] ?? "";

import { limitBurst, type Evidence, type FaultRecord } from "./evidence.ts";
import { countReminders } from "./parts/timers.ts";
import type { WindowEvidence } from "./window-evidence.ts";

export interface ReportFacts {
  readonly startedAt: Date;
  readonly minutes: number;
  readonly seed: number;
  readonly hasRedis: boolean;
  readonly isHighlyAvailable: boolean;
  readonly control: string | undefined;
  /** Versions of what ran, by name. */
  readonly versions: Readonly<Record<string, string>>;
}

/** Maximum number of findings in a report. */
const maxFindings = 50;

/** Returns the report of a run as Markdown. */
export function writeReport(
  facts: ReportFacts,
  evidence: Evidence,
  broken: readonly string[],
): string {
  const { sentLog, stored, received, windows, parts, faults } = evidence;
  const sum = (count: (window: WindowEvidence) => number): number =>
    windows.reduce((total, window) => total + count(window), 0);
  const messages = [...stored.values()].flat().length;
  const versions = Object.entries(facts.versions).map(([name, version]) => `${name} ${version}`);
  return `## ${facts.isHighlyAvailable ? "No single point of failure, " : ""}${facts.hasRedis ? "With Redis" : "Without Redis"}, ${facts.startedAt.toISOString().slice(0, 16)}Z

- Duration of the faults: ${facts.minutes.toFixed(1)} minutes, seed ${facts.seed}${facts.control === undefined ? "" : `, negative control \`${facts.control}\``}
- Versions: ${versions.join(", ")}
- Acknowledged: ${sentLog.acknowledged.size} messages of customers, ${sentLog.replies.size} replies of operators
- Shown in ${windows.length} windows of visitors: ${sum(({ sent }) => sent.length)} messages as sent, ${sum(({ replies }) => replies.length)} replies; ${sum(({ lost }) => lost.length)} lost connections
- Stored: ${messages} messages in ${stored.size} chats
- Deliveries received by the integrator: ${received.length}
- Events received by the webhook: ${parts.webhook.length}; by the bot: ${parts.bot.questions.length}, answered: ${parts.bot.answered.length}
- Replies in Telegram: ${parts.telegram.reduce((total, { received: replies }) => total + replies.length, 0)}
- Chats that three operators accepted at once: ${parts.offers.length}; reminders of waiting chats: ${countReminders(stored)}
- Limit of ${limitBurst} over all nodes, 300 requests at once: ${evidence.limits.map(({ name, allowed, slowestMs }) => `${allowed} allowed ${name} (slowest response ${Math.round(slowestMs)} ms)`).join(", ")}
- Longest time without an event on a socket, by operator: ${evidence.owners.map(({ name, longestPauseMs }) => `${name} ${(longestPauseMs / 1_000).toFixed(1)} s`).join(", ")}
- Result: ${broken.length === 0 ? "no promise was broken" : `**${broken.length} contradictions**`}

| At | Fault | Node | Duration | Acknowledged | Longest pause of writes | Lost sockets, for at most | Presence equal after | Session ended after |
|---|---|---|---|---|---|---|---|---|
${faults.map(writeRow).join("\n")}
${
  broken.length === 0
    ? ""
    : `
Contradictions:

${broken
  .slice(0, maxFindings)
  .map((line) => `- ${line}`)
  .join("\n")}
`
}`;
}

function writeRow(fault: FaultRecord): string {
  const ended = fault.ended.length === 0 ? "" : ` (ended by itself: ${fault.ended.join(", ")})`;
  const formatMs = (ms: number | null): string => (ms === null ? "never" : `${ms} ms`);
  const revocation = fault.revocationMs.map(formatMs).join(", ");
  return `| ${Math.round(fault.at)} s | ${fault.name}${ended} | ${fault.node ?? ""} | ${fault.seconds.toFixed(1)} s | ${fault.acknowledged} | ${(fault.pauseMs / 1_000).toFixed(1)} s | ${fault.lostSockets}${fault.lostSockets === 0 ? "" : `, ${(fault.lostMs / 1_000).toFixed(1)} s`} | ${formatMs(fault.presenceMs)} | ${revocation} |`;
}

import type { Message } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { formatClock } from "../../time.ts";
import { AssignmentDetails } from "./assignment/AssignmentDetails.tsx";
import { routingStepText } from "./assignment/format-routing-step.ts";
import { t } from "./assignment/assignment-text.ts";
import { findAssignment, type RoutingStory } from "./routing-story.ts";
import { waitText } from "./format-routing.ts";
import { i18n } from "../../../text/index.ts";
import "../../transfer/transfer.css";

/** Shows the steps of a routing: times, possible operators, and the rule. */
export function RoutingCard({ story }: { story: RoutingStory }) {
  const me = useCurrentOperator();
  const assignment = findAssignment(story);
  const latestWithReason = story.steps.findLast(({ line }) => line?.assignment !== undefined);
  return (
    <div className="card">
      <ol aria-label={t("why.steps")}>
        {groupReminders(story.steps).map((lines) => (
          <Step
            key={lines[0].seq}
            lines={lines}
            since={story.since}
            isAssignment={lines[0] === assignment}
          />
        ))}
      </ol>
      {latestWithReason?.line?.assignment && (
        <AssignmentDetails
          assignment={latestWithReason.line.assignment}
          at={latestWithReason.created_at}
        >
          {can(me, "account.manage") && (
            <Link to="/settings/$" params={{ _splat: "routing" }}>
              {t("why.settings")}
            </Link>
          )}
        </AssignmentDetails>
      )}
    </div>
  );
}

function Step({
  lines: [first, ...more],
  since,
  isAssignment,
}: {
  lines: readonly [Message, ...Message[]];
  since: number;
  isAssignment: boolean;
}) {
  const last = more.at(-1) ?? first;
  const waitedMs = Date.parse(last.created_at) - since;
  return (
    <li>
      <time dateTime={last.created_at}>
        {i18n.date(new Date(last.created_at), {
          hour: "2-digit",
          minute: "2-digit",
          second: "2-digit",
          hourCycle: "h23",
        })}
      </time>
      <span className={isAssignment ? "medium" : undefined} dir="auto">
        {more.length === 0
          ? routingStepText(first)
          : t("why.reminded", { n: more.length + 1, time: formatClock(last.created_at) })}
      </span>
      {waitedMs >= 1_000 && (
        <span className="wait">{t("why.after", { wait: waitText(waitedMs) })}</span>
      )}
    </li>
  );
}

/** Groups consecutive reminders. All other steps of a routing form a group of one. */
export function groupReminders(messages: readonly Message[]): [Message, ...Message[]][] {
  const groups: [Message, ...Message[]][] = [];
  for (const message of messages) {
    const previous = groups.at(-1);
    if (previous && isReminder(message) && isReminder(previous[0])) previous.push(message);
    else groups.push([message]);
  }
  return groups;
}

function isReminder({ line }: Message): boolean {
  return line?.code === "ladder_remind";
}

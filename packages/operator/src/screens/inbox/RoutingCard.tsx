import type { Message } from "@parlour/protocol";
import { Link } from "@tanstack/react-router";
import { may, useMe } from "../../state/session.tsx";
import { clockTime } from "../../ui/Time.tsx";
import { AssignmentWords } from "./transfer/AssignmentWords.tsx";
import { stepText } from "./transfer/steps.ts";
import { t } from "./transfer/why-text.ts";
import { foldReminders } from "./reminders.ts";
import { assignmentOf, type RoutingStory } from "./routing-fold.ts";
import { waitText } from "./routing-words.ts";
import { i18n } from "../../text/index.ts";
import "./transfer/transfer.css";

/**
 * Shows the steps of a routing with their times, who could take the chat at that time, and the
 * rule.
 */
export function RoutingCard({ story }: { story: RoutingStory }) {
  const me = useMe();
  const taken = assignmentOf(story);
  const why = story.steps.findLast(({ line }) => line?.assignment !== undefined);
  return (
    <div className="card">
      <ol aria-label={t("why.steps")}>
        {foldReminders(story.steps).map((lines) => (
          <Step key={lines[0].seq} lines={lines} since={story.since} isTaken={lines[0] === taken} />
        ))}
      </ol>
      {why?.line?.assignment && (
        <AssignmentWords assignment={why.line.assignment} at={why.created_at}>
          {may(me, "settings") && (
            <Link to="/settings/$" params={{ _splat: "routing" }}>
              {t("why.settings")}
            </Link>
          )}
        </AssignmentWords>
      )}
    </div>
  );
}

function Step({ lines: [first, ...more], since, isTaken }: { lines: readonly [Message, ...Message[]]; since: number; isTaken: boolean }) {
  const last = more.at(-1) ?? first;
  const waited = Date.parse(last.created_at) - since;
  return (
    <li>
      <time dateTime={last.created_at}>
        {i18n.date(new Date(last.created_at), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })}
      </time>
      <span className={isTaken ? "medium" : undefined} dir="auto">
        {more.length === 0 ? stepText(first) : t("why.reminded", { n: more.length + 1, time: clockTime(last.created_at) })}
      </span>
      {waited >= 1_000 && <span className="wait">{t("why.after", { wait: waitText(waited) })}</span>}
    </li>
  );
}

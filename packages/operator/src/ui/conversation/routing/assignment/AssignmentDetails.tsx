import type { Assignment } from "@parlour/protocol";
import type { ReactNode } from "react";
import { i18n } from "../../../../text/index.ts";
import { Avatar } from "../../../badges.tsx";
import { useOperatorNames, useOperatorPhoto } from "../../../../state/inbox/operator-names.ts";
import { t } from "./assignment-text.ts";

const unavailableReasons = [
  "offline",
  "away",
  "at_limit",
  "outside_hours",
  "other_language",
  "missing_skill",
  "not_in_department",
  "not_on_channel",
] as const;
const routingRules = [
  "all",
  "round_robin",
  "least_busy",
  "last_operator",
  "next",
  "department",
  "channel",
  "demands_ignored",
  "transfer",
  "invitation",
  "ladder_push",
  "ladder_mail",
  "ladder_remind",
] as const;
/** Maximum number of operators listed. Longer lists are truncated. */
const maxListedOperators = 30;

interface AssignmentDetailsProps {
  assignment: Assignment;
  at?: string;
  children?: ReactNode;
}

/** Shows who could take a chat at a time, why others could not, and the rules (CORE-037). */
export function AssignmentDetails({ assignment, at, children }: AssignmentDetailsProps) {
  const { eligible, others } = assignment;
  const time =
    at === undefined
      ? ""
      : i18n.date(new Date(at), {
          hour: "2-digit",
          minute: "2-digit",
          second: "2-digit",
          hourCycle: "h23",
        });
  return (
    <>
      <div className="cand">
        <div>
          <h3>{at === undefined ? t("why.eligible") : t("why.eligible.at", { time })}</h3>
          {eligible.length === 0 ? (
            <p>{t("why.nobody")}</p>
          ) : (
            <ul>
              {eligible.slice(0, maxListedOperators).map((id) => (
                <Candidate key={id} id={id} />
              ))}
              {eligible.length > maxListedOperators && <li>…</li>}
            </ul>
          )}
        </div>
        {others.length > 0 && (
          <div>
            <h3>{t("why.others")}</h3>
            <ul>
              {others.slice(0, maxListedOperators).map(({ operator_id, reasons }) => (
                <Candidate
                  key={operator_id}
                  id={operator_id}
                  note={reasons.map(reasonText).join(", ")}
                />
              ))}
              {others.length > maxListedOperators && <li>…</li>}
            </ul>
          </div>
        )}
      </div>
      {(assignment.rules.length > 0 || children) && (
        <footer>
          <span>{assignment.rules.map(ruleText).join(" · ")}</span>
          {children}
        </footer>
      )}
    </>
  );
}

function Candidate({ id, note }: { id: number; note?: string }) {
  const name = useOperatorNames().get(id) ?? `#${id}`;
  return (
    <li>
      <Avatar name={name} photo={useOperatorPhoto(id)} size={20} />
      <bdi>{name}</bdi>
      {note !== undefined && <small>{note}</small>}
    </li>
  );
}

/** Returns the text of a rule, or the name from the server if this build does not know the rule. */
function ruleText(rule: string): string {
  const knownCode = routingRules.find((candidate) => candidate === rule);
  return knownCode ? t(`rule.${knownCode}`) : rule.replaceAll("_", " ");
}

function reasonText(reason: string): string {
  const knownCode = unavailableReasons.find((candidate) => candidate === reason);
  return knownCode ? t(`unable.${knownCode}`) : reason.replaceAll("_", " ");
}

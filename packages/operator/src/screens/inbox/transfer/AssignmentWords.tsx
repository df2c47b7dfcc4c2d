import type { Assignment } from "@parlour/protocol";
import { useOperatorNames } from "../people.ts";
import { t } from "./text.ts";

const reasons = ["offline", "away", "at_limit", "not_in_department", "not_on_channel"] as const;
const rules = [
  "all",
  "round_robin",
  "least_busy",
  "last_operator",
  "next",
  "department",
  "channel",
  "transfer",
  "ladder_push",
  "ladder_mail",
  "ladder_remind",
] as const;
/** More names than this help nobody to understand. */
const mostNamed = 30;

/** Which rules brought a chat to whom, who could take it and why others could not (CORE-037). */
export function AssignmentWords({ assignment }: { assignment: Assignment }) {
  const names = useOperatorNames();
  const name = (id: number) => names.get(id) ?? `#${id}`;
  return (
    <>
      {assignment.rules.length > 0 && <p className="t13">{assignment.rules.map(ruleWords).join(" · ")}</p>}
      {assignment.eligible.length > 0 ? (
        <p className="t13">
          <span className="faint">{t("why.eligible")}:</span>{" "}
          <bdi>
            {assignment.eligible.slice(0, mostNamed).map(name).join(", ")}
            {assignment.eligible.length > mostNamed && " …"}
          </bdi>
        </p>
      ) : (
        <p className="t13">{t("why.nobody")}</p>
      )}
      {assignment.others.length > 0 && (
        <div className="t13">
          <span className="faint">{t("why.others")}:</span>
          <ul className="whylist">
            {assignment.others.slice(0, mostNamed).map((other) => (
              <li key={other.operator_id}>
                <bdi>{name(other.operator_id)}</bdi>: {other.reasons.map(reasonWords).join(", ")}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** A rule in words; one that this build does not know stands as the server names it. */
function ruleWords(rule: string): string {
  const known = rules.find((one) => one === rule);
  return known ? t(`rule.${known}`) : rule.replaceAll("_", " ");
}

function reasonWords(reason: string): string {
  const known = reasons.find((one) => one === reason);
  return known ? t(`why.${known}`) : reason.replaceAll("_", " ");
}

import type { Chat } from "@parlour/protocol";
import { Fold } from "./Fold.tsx";
import { useOperatorNames } from "./people.ts";
import { t } from "./text.ts";

const reasons = ["offline", "away", "at_limit", "not_in_department", "not_on_channel"] as const;

/** Which rules brought the chat here, who could take it and why others could not (CORE-037). */
export function WhyHere({ chat }: { chat: Chat }) {
  const names = useOperatorNames();
  const { assignment } = chat;
  if (!assignment) return null;
  const name = (id: number) => names.get(id) ?? `#${id}`;
  const word = (reason: string) => {
    const known = reasons.find((one) => one === reason);
    return known ? t(`reason.${known}`) : reason;
  };
  return (
    <Fold title={t("panel.why")}>
      {assignment.rules.length > 0 && (
        <p className="t13">{assignment.rules.map((rule) => (rule === "all" ? t("rule.all") : rule)).join(" · ")}</p>
      )}
      {assignment.eligible.length > 0 && (
        <p className="t13">
          <span className="faint">{t("panel.why.eligible")}</span> <bdi>{assignment.eligible.map(name).join(", ")}</bdi>
        </p>
      )}
      {assignment.others.length > 0 && (
        <div className="t13">
          <span className="faint">{t("panel.why.others")}</span>
          <ul>
            {assignment.others.slice(0, 30).map((other) => (
              <li key={other.operator_id}>
                <bdi>{name(other.operator_id)}</bdi>: {other.reasons.map(word).join(", ")}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Fold>
  );
}

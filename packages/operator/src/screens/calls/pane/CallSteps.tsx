import type { Operator } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { IconCheck } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import { formatDuration, formatExactTime } from "../../../ui/time.ts";
import { t } from "../../../ui/calls/text.ts";
import { isFinished, formatSecondTime } from "../format.ts";

interface Step {
  readonly label: string;
  /**
   * Time of the step. Null if it was reached at an unknown time, undefined if it was not reached.
   */
  readonly at: string | null | undefined;
  /** Duration of the previous step. */
  readonly elapsed?: string;
}

/** Shows the progress of a call in four steps. */
export function CallSteps({ call, me, now }: { call: CallWithVisitor; me: Operator; now: number }) {
  const steps = listSteps(call, me);
  const next = isFinished(call) ? -1 : steps.findIndex((step) => step.at === undefined);
  return (
    <ol className="steps">
      {steps.map(({ label, at, elapsed }, n) => (
        <li
          key={n}
          className={at !== undefined ? "is-done" : n === next ? "is-now" : ""}
          aria-current={n === next ? "step" : undefined}
        >
          <b>
            {at !== undefined && <Icon of={IconCheck} small />}
            {label}
          </b>
          {typeof at === "string" && (
            <span className="sub2 num">
              <time dateTime={at} title={formatExactTime(at)}>
                {formatSecondTime(at, now)}
              </time>
              {elapsed !== undefined && ` · ${elapsed}`}
            </span>
          )}
          {at === undefined && n === steps.length - 1 && (
            <span className="sub2">{t("call.step.choose")}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function listSteps(call: CallWithVisitor, me: Operator): readonly Step[] {
  const hasEnded = isFinished(call);
  const isTaken = call.operator !== null || call.agent_connected_at !== undefined;
  const taken = isTaken ? (call.taken_at ?? call.agent_connected_at ?? null) : undefined;
  const connected = call.client_connected_at;
  return [
    {
      label: t(call.type === "callback" ? "call.step.asked" : "call.step.started"),
      at: call.created_at,
    },
    {
      label: takenLabel(call, me),
      at: taken,
      ...elapsedBetween("call.step.waited", call.waiting_since ?? call.created_at, taken),
    },
    {
      label: t("call.step.connected"),
      at: connected,
      ...elapsedBetween("call.step.rang", taken, connected),
    },
    { label: t("call.step.result"), at: hasEnded ? call.updated_at : undefined },
  ];
}

function takenLabel({ operator }: CallWithVisitor, me: Operator): string {
  if (operator === null) return t("call.step.taken.plain");
  return operator.id === me.id
    ? t("call.step.taken.you")
    : t("call.step.taken", { name: operator.name });
}

function elapsedBetween(
  textKey: "call.step.waited" | "call.step.rang",
  from: string | null | undefined,
  to: string | null | undefined,
): { readonly elapsed?: string } {
  if (typeof from !== "string" || typeof to !== "string" || Date.parse(to) < Date.parse(from))
    return {};
  return { elapsed: t(textKey, { time: formatDuration(Date.parse(to) - Date.parse(from)) }) };
}

import type { CallSeen } from "@parlour/protocol/api";
import { IconCheck } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";
import { clockTime, exactTime } from "../../ui/Time.tsx";
import { t } from "./text.ts";
import { isOver } from "./words.ts";

interface Step {
  readonly label: string;
  /** null: not known when; undefined: not reached. */
  readonly at: string | null | undefined;
}

/** How far a call has come, in four steps. */
export function CallSteps({ call }: { call: CallSeen }) {
  const steps = stepsOf(call);
  const next = isOver(call) ? -1 : steps.findIndex((step) => step.at === undefined);
  return (
    <ol className="steps">
      {steps.map(({ label, at }, n) => (
        <li key={n} className={at !== undefined ? "is-done" : n === next ? "is-now" : ""} aria-current={n === next ? "step" : undefined}>
          <b>
            {at !== undefined && <Icon of={IconCheck} small />}
            {label}
          </b>
          {typeof at === "string" && (
            <time className="sub2 num" dateTime={at} title={exactTime(at)}>
              {clockTime(at)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

function stepsOf(call: CallSeen): readonly Step[] {
  const over = isOver(call);
  const taken = call.operator !== null || call.agent_connected_at !== undefined;
  return [
    { label: t(call.type === "callback" ? "call.step.asked" : "call.step.started"), at: call.created_at },
    {
      label: call.operator === null ? t("call.step.taken.plain") : t("call.step.taken", { name: call.operator.name }),
      at: taken ? (call.agent_connected_at ?? null) : undefined,
    },
    { label: t("call.step.connected"), at: call.client_connected_at },
    { label: t(call.status === "error" ? "call.step.failed" : "call.step.ended"), at: over ? call.updated_at : undefined },
  ];
}

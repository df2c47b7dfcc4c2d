import { IconCheck, IconDownload, IconShieldCheck } from "@tabler/icons-react";
import { Icon } from "../../../ui/Icon.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t } from "./text.ts";

const steps = ["source", "plan", "move", "result"] as const;
export type MoveStepName = (typeof steps)[number];

/** Shows the four steps of an import. On a phone, only the current one has its name. */
export function Steps({ current }: { readonly current: MoveStepName }) {
  const index = steps.indexOf(current);
  return (
    <ol className="movesteps" aria-label={t("move.steps")}>
      {steps.map((step, n) => (
        <li
          key={step}
          className={n < index ? "done" : undefined}
          aria-current={n === index ? "step" : undefined}
        >
          <span className="no" aria-hidden="true">
            {n < index ? <Icon of={IconCheck} small /> : n + 1}
          </span>
          <span className="name">{t(`move.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

const promises = ["plan", "quiet", "read", "undo"] as const;

/** States why an import can be tried without a risk. */
export function SafetyCard() {
  return (
    <SideCard
      id="move-safe"
      title={
        <>
          <Icon of={IconShieldCheck} small /> {t("move.safe")}
        </>
      }
    >
      <ul className="why">
        {promises.map((one) => (
          <li key={one}>
            <Icon of={IconCheck} small />
            <span>{t(`move.safe.${one}`)}</span>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}

/** Link that downloads the plan or the report as CSV. */
export function ReportLink({ id, text }: { readonly id: number; readonly text: string }) {
  return (
    <a className="btn quiet" href={`/api/v1/imports/${id}/report`} download>
      <Icon of={IconDownload} /> {text}
    </a>
  );
}

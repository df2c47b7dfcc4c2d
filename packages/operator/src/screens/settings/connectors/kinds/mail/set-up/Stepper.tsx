import { IconCheck } from "@tabler/icons-react";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { t } from "./text.ts";

export type Step = "address" | "sign-in" | "test";
const steps: readonly { readonly step: Step; readonly label: () => string }[] = [
  { step: "address", label: () => t("mailsetup.step.address") },
  { step: "sign-in", label: () => t("mailsetup.step.signin") },
  { step: "test", label: () => t("mailsetup.step.test") },
];

export function Stepper({ current }: { current: Step }) {
  const position = steps.findIndex(({ step }) => step === current);
  return (
    <ol className="stepper" aria-label={t("mailsetup.steps")}>
      {steps.map(({ step, label }, n) => (
        <li
          key={step}
          className={n < position ? "done" : undefined}
          aria-current={n === position ? "step" : undefined}
        >
          <span className="no">{n < position ? <Icon of={IconCheck} small /> : n + 1}</span>
          {label()}
          {n < position && <span className="vh"> ({t("mailsetup.step.done")})</span>}
        </li>
      ))}
    </ol>
  );
}

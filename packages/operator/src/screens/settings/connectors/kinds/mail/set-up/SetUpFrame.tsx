import { IconClock, IconCornerUpRight, IconShieldCheck, IconUsers } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../../../../../../ui/Button.tsx";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { PageHeader } from "../../../../kit/form/PageHeader.tsx";
import { SideCard } from "../../../../kit/form/SettingsSection.tsx";
import { Stepper, type Step } from "./Stepper.tsx";
import { t } from "./text.ts";

interface SetUpFrameProps {
  step: Step;
  /** How many operators answer chats. */
  team: number;
  forward: (() => void) | null;
  children: ReactNode;
}

/** Shows a step of the set-up between the list of steps and what is good to know. */
export function SetUpFrame({ step, team, forward, children }: SetUpFrameProps) {
  return (
    <div className="formpage">
      <PageHeader title={t("mailsetup.title")} about={t("mailsetup.about")} />
      <div className="body">
        <div className="cols">
          <div className="card mail-setup">
            <Stepper current={step} />
            {children}
          </div>
          <aside className="side" aria-label={t("mailsetup.know")}>
            <GoodToKnow team={team} forward={forward} />
          </aside>
        </div>
      </div>
    </div>
  );
}

function GoodToKnow({ team, forward }: { team: number; forward: (() => void) | null }) {
  return (
    <SideCard id="s-know" title={t("mailsetup.know")}>
      <ul className="why">
        <li>
          <Icon of={IconClock} small /> {t("mailsetup.know.time")}
        </li>
        <li>
          <Icon of={IconShieldCheck} small /> {t("mailsetup.know.nothing")}
        </li>
        <li>
          <Icon of={IconUsers} small /> {t("mailsetup.know.team", { n: team })}
        </li>
        {forward !== null && (
          <li>
            <Icon of={IconCornerUpRight} small flip />
            <span>
              {t("mailsetup.know.forward")}{" "}
              <Button variant="text" onClick={forward}>
                {t("mailsetup.forward")}
              </Button>
            </span>
          </li>
        )}
      </ul>
    </SideCard>
  );
}

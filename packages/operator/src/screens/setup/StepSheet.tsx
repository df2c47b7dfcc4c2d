import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode, SubmitEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { t } from "./text.ts";

interface SheetProps {
  /** Id of the heading, which labels the section. */
  id: string;
  title: string;
  text: ReactNode;
  /** Present if the step has a form. */
  onSubmit?: (event: SubmitEvent) => void;
  /** Buttons at the bottom. */
  acts: ReactNode;
  children?: ReactNode;
}

/** Layout of a step in the set-up: heading, fields, buttons. */
export function StepSheet({ id, title, text, onSubmit, acts, children }: SheetProps) {
  const inside = (
    <>
      <div>
        <h1 className="t26" id={id} tabIndex={-1}>
          {title}
        </h1>
        <p className="soft">{text}</p>
      </div>
      {children}
      <div className="acts">{acts}</div>
    </>
  );
  return (
    <section className="card sheet" aria-labelledby={id}>
      {onSubmit === undefined ? (
        inside
      ) : (
        <form onSubmit={onSubmit} noValidate>
          {inside}
        </form>
      )}
    </section>
  );
}

/** Submits the step. */
export function StepGo({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button type="submit" variant="primary" icon={IconChevronRight} flipIcon iconEnd unavailable={busy}>
      {busy ? t("setup.busy") : children}
    </Button>
  );
}

export function StepBack({ onBack }: { onBack: () => void }) {
  return (
    <Button variant="quiet" icon={IconChevronLeft} flipIcon onClick={onBack}>
      {t("setup.back")}
    </Button>
  );
}

/** Buttons to go back and to skip the step. */
export function StepWays({ onBack, onSkip }: { onBack: () => void; onSkip: () => void }) {
  return (
    <>
      <StepBack onBack={onBack} />
      <span className="grow" />
      <Button variant="quiet" onClick={onSkip}>
        {t("setup.skip")}
      </Button>
    </>
  );
}

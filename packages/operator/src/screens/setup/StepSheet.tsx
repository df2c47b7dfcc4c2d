import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode, SubmitEvent } from "react";
import { Button } from "../../ui/Button.tsx";
import { t } from "./text.ts";

interface SheetProps {
  /** Of the heading, which names the sheet. */
  id: string;
  title: string;
  text: ReactNode;
  /** Where something is typed. */
  onSubmit?: (event: SubmitEvent) => void;
  /** At the foot. */
  acts: ReactNode;
  children?: ReactNode;
}

/** One step of the set-up: what it is, its fields, what can be done. */
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

/** Sends the step. */
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

/** Back, and past a step that may wait. */
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

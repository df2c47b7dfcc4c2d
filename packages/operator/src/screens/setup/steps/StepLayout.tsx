import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode, SubmitEvent } from "react";
import { Button } from "../../../ui/Button.tsx";
import { t } from "../text.ts";

interface StepLayoutProps {
  /** Id of the heading, which labels the step. */
  id: string;
  title: string;
  text: ReactNode;
  /** Present if the step contains a form. */
  onSubmit?: (event: SubmitEvent) => void;
  /** Buttons at the bottom of the step. */
  actions: ReactNode;
  children?: ReactNode;
}

/** Layout of a step of the set-up: heading, fields, buttons. */
export function StepLayout({ id, title, text, onSubmit, actions, children }: StepLayoutProps) {
  const content = (
    <>
      <div>
        <h1 className="t26" id={id} tabIndex={-1}>
          {title}
        </h1>
        <p className="soft">{text}</p>
      </div>
      {children}
      <div className="acts">{actions}</div>
    </>
  );
  return (
    <section className="card sheet" aria-labelledby={id}>
      {onSubmit === undefined ? (
        content
      ) : (
        <form onSubmit={onSubmit} noValidate>
          {content}
        </form>
      )}
    </section>
  );
}

/** Button that submits the step. */
export function StepSubmit({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <Button
      type="submit"
      variant="primary"
      icon={IconChevronRight}
      flipIcon
      iconEnd
      unavailable={busy}
    >
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

/** Buttons that go back and skip the step. */
export function StepNavigation({ onBack, onSkip }: { onBack: () => void; onSkip: () => void }) {
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

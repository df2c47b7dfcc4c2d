import { IconSparkles } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon, type IconType } from "../../../../ui/Icon.tsx";

interface PanelFrameProps {
  readonly label: string;
  readonly icon?: IconType;
  /** Below the title. */
  readonly note?: ReactNode;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

/** Renders a draft of the model with its title and its buttons. */
export function PanelFrame({ label, icon, note, actions, children }: PanelFrameProps) {
  return (
    <section className="assist" aria-label={label}>
      <header>
        <Icon of={icon ?? IconSparkles} small />
        <b>{label}</b>
        <span className="assistacts">{actions}</span>
      </header>
      {note !== undefined && <p className="assistnote">{note}</p>}
      {children}
    </section>
  );
}

import { IconSparkles, IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/Button.tsx";
import { Icon, type IconType } from "../../../../ui/Icon.tsx";
import { t } from "../text.ts";

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

/** Closes a draft that cannot be used. */
export const CloseButton = ({ onClose }: { readonly onClose: () => void }) => (
  <Button variant="quiet" small icon={IconX} aria-label={t("assist.close")} onClick={onClose} />
);

/** Ends the request of a draft. */
export const StopButton = ({ onStop }: { readonly onStop: () => void }) => (
  <Button variant="quiet" small keys="Esc" onClick={onStop}>
    {t("assist.stop")}
  </Button>
);

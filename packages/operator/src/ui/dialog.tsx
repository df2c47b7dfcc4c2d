import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./Button.tsx";
import { t } from "./text.ts";

interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** `alertdialog` for a question that must be answered. */
  alert?: boolean;
  wide?: boolean;
  /** Buttons at the foot, the primary last. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A modal dialog: traps focus, Esc closes, focus returns to where it was. */
export function Dialog({ title, open, onClose, alert = false, wide = false, actions, children }: DialogProps) {
  return (
    <ModalOverlay
      className="overlay"
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={!alert}
    >
      <Modal className={wide ? "modal float wide" : "modal float"}>
        <AriaDialog role={alert ? "alertdialog" : "dialog"} className="dialog">
          <header className="dialoghead">
            <Heading slot="title" className="t16">
              {title}
            </Heading>
            <Button variant="quiet" icon={IconX} aria-label={t("ui.close")} onClick={onClose} />
          </header>
          <div className="dialogbody">{children}</div>
          {actions && <footer className="dialogfoot">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Asks before something that cannot be taken back. `verb` names what happens ("Rotate secret"). */
export function Confirm({
  title,
  open,
  verb,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  open: boolean;
  verb: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onClose}
      alert
      actions={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button variant={danger ? "danger" : "primary"} onClick={onConfirm} unavailable={busy}>
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

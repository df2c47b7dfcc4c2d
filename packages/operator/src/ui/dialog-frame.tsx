import { IconX } from "@tabler/icons-react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./Button.tsx";
import type { DialogProps } from "./dialog.tsx";
import { t } from "./text.ts";

/** A modal dialog: traps focus, Esc closes, focus returns to where it was. */
export function DialogFrame({ title, open, onClose, alert = false, wide = false, actions, children }: DialogProps) {
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

import { IconX } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useState } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "./Button.tsx";
import type { DialogProps } from "./dialog.tsx";
import { t } from "./text.ts";
import { useTypedWords } from "./typed-words.ts";

/**
 * A modal dialog: traps focus, Esc closes, focus returns to where it was. Words typed into it are not lost by Esc, a click outside, the cross,
 * another screen or the end of the page: it asks first (product.md 1.1). Its own buttons do what they say.
 */
export function DialogFrame(props: DialogProps) {
  const { open, alert = false, onClose } = props;
  const { box, areTyped } = useTypedWords();
  const guard = useGuard(open && !alert, areTyped, onClose);
  return (
    <>
      <Sheet {...props} body={box} onClose={guard.close} />
      {guard.asking && <AskToDiscard onStay={guard.stay} onDiscard={guard.discard} />}
    </>
  );
}

function Sheet({ title, open, onClose, alert = false, wide = false, actions, children, body }: DialogProps & { body?: Body }) {
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
          <div className="dialogbody" ref={body}>
            {children}
          </div>
          {actions && <footer className="dialogfoot">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
type Body = ReturnType<typeof useTypedWords>["box"];

/** Whether it is asked what becomes of typed words, and the answers: before the dialog goes, and before the page does. */
function useGuard(on: boolean, areTyped: () => boolean, onClose: () => void) {
  const [closing, setClosing] = useState(false);
  const [shouldBlockFn] = useState(() => async () => {
    // What a sent form leads to is on its way when its dialog has just been closed and is not drawn yet.
    await Promise.resolve();
    return areTyped();
  });
  const leave = useBlocker({ shouldBlockFn, enableBeforeUnload: areTyped, disabled: !on, withResolver: true });
  return {
    asking: on && (closing || leave.status === "blocked"),
    close: () => (on && areTyped() ? setClosing(true) : onClose()),
    stay: () => {
      setClosing(false);
      leave.reset?.();
    },
    discard: () => {
      setClosing(false);
      onClose();
      leave.proceed?.();
    },
  };
}

/** The question over the dialog; Esc goes back to the words. */
function AskToDiscard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const actions = (
    <>
      <Button onClick={onDiscard}>{t("typed.discard")}</Button>
      <Button variant="primary" onClick={onStay}>
        {t("typed.stay")}
      </Button>
    </>
  );
  return (
    <Sheet title={t("typed.title")} open onClose={onStay} alert actions={actions}>
      <p>{t("typed.text")}</p>
    </Sheet>
  );
}

import { IconX } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactNode, useRef, type RefCallback } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../Button.tsx";
import { t } from "../text.ts";

export interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Uses the role `alertdialog`, for a question that must be answered. */
  alert?: boolean;
  wide?: boolean;
  /** Buttons in the footer, the primary one last. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * Modal dialog: traps the focus, closes with Esc, and returns the focus afterwards. If a field was
 * changed, Esc, a click outside, the close button, navigation and closing the page ask before the
 * text is discarded (product.md 1.1). The dialog's own buttons do not ask.
 */
export function DialogFrame(props: DialogProps) {
  const { open, alert = false, onClose } = props;
  const { box, isDirty } = useDirtyInputs();
  const guard = useDiscardGuard(open && !alert, isDirty, onClose);
  return (
    <>
      <DialogSheet {...props} body={box} onClose={guard.close} />
      {guard.asking && <DiscardDialog onStay={guard.stay} onDiscard={guard.discard} />}
    </>
  );
}

function DialogSheet({
  title,
  open,
  onClose,
  alert = false,
  wide = false,
  actions,
  children,
  body,
}: DialogProps & { body?: DialogBodyRef }) {
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
type DialogBodyRef = ReturnType<typeof useDirtyInputs>["box"];

/**
 * Asks whether to discard changed text before the dialog or the page closes, and handles the
 * answer.
 */
function useDiscardGuard(on: boolean, isDirty: () => boolean, onClose: () => void) {
  const [closing, setClosing] = useState(false);
  const [shouldBlockFn] = useState(() => async () => {
    // A submitted form may navigate in the same moment its dialog closes. Wait until the closed
    // dialog has been rendered.
    await Promise.resolve();
    return isDirty();
  });
  const leave = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: isDirty,
    disabled: !on,
    withResolver: true,
  });
  return {
    asking: on && (closing || leave.status === "blocked"),
    close: () => (on && isDirty() ? setClosing(true) : onClose()),
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

/** Asks whether to discard the text. Esc returns to it. */
function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const actions = (
    <>
      <Button onClick={onDiscard}>{t("typed.discard")}</Button>
      <Button variant="primary" onClick={onStay}>
        {t("typed.stay")}
      </Button>
    </>
  );
  return (
    <DialogSheet title={t("typed.title")} open onClose={onStay} alert actions={actions}>
      <p>{t("typed.text")}</p>
    </DialogSheet>
  );
}

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * Fields whose text takes effort to write. Searches, times, passwords and codes are quickly typed
 * again.
 */
const textFieldSelector =
  'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"]):not([autocomplete="one-time-code"])';

/** Tracks whether a field inside `box` differs from its value before the first input. */
function useDirtyInputs(): {
  readonly box: RefCallback<HTMLElement>;
  readonly isDirty: () => boolean;
} {
  const initialValues = useRef(new WeakMap<TextInput, string>());
  const element = useRef<HTMLElement | null>(null);
  const [stable] = useState(() => {
    const fields = () => element.current?.querySelectorAll<TextInput>(textFieldSelector) ?? [];
    // Initial values are recorded when the dialog mounts, and when a field that was added later
    // gets the focus.
    const recordValues = () =>
      fields().forEach(
        (field) =>
          initialValues.current.has(field) || initialValues.current.set(field, field.value),
      );
    return {
      box: (box: HTMLElement | null) => {
        if (box === null) return;
        element.current = box;
        recordValues();
        box.addEventListener("focusin", recordValues);
        return () => {
          box.removeEventListener("focusin", recordValues);
          element.current = null;
        };
      },
      isDirty: () =>
        [...fields()].some(
          (field) =>
            field.value.trim() !== (initialValues.current.get(field) ?? field.value).trim(),
        ),
    };
  });
  return stable;
}

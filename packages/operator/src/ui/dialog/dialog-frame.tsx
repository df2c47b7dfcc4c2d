import { IconX } from "@tabler/icons-react";
import { useBlocker } from "@tanstack/react-router";
import { useState, type ReactNode, useRef, type RefCallback } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Button } from "../Button.tsx";
import { focusFirstDialogField } from "./focus-first-field.ts";
import { defineTexts } from "../../text/index.ts";
import { t as ui } from "../text.ts";

const t = defineTexts({
  en: {
    "typed.title": "Discard unsaved text?",
    "typed.text": "Your text has not been saved and will be lost.",
    "typed.stay": "Keep editing",
    "typed.discard": "Discard",
  },
  ru: {
    "typed.title": "Удалить несохранённый текст?",
    "typed.text": "Текст не сохранён и пропадёт.",
    "typed.stay": "Продолжить",
    "typed.discard": "Удалить",
  },
});

export interface DialogProps {
  title: string;
  open: boolean;
  onClose: () => void;
  /** Whether the dialog has the role `alertdialog`, for a question that must be answered. */
  alert?: boolean;
  wide?: boolean;
  /** Whether what is written outlives the dialog, so that closing it discards nothing. */
  keepsText?: boolean;
  /** Buttons in the footer. The primary button is last. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * Modal dialog that traps the focus, closes with Esc, and returns the focus. Asks before changed
 * text is discarded, except by the buttons in the footer (product.md 1.1).
 */
export function DialogFrame(props: DialogProps) {
  const { open, alert = false, keepsText = false, onClose } = props;
  const { box, isDirty } = useDirtyInputs();
  const guard = useDiscardGuard(open && !alert && !keepsText, isDirty, onClose);
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
            <Button variant="quiet" icon={IconX} aria-label={ui("ui.close")} onClick={onClose} />
          </header>
          <DialogBody ref={body}>{children}</DialogBody>
          {actions && <footer className="dialogfoot">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Content of a dialog. Its first field gets the focus when the dialog opens. */
function DialogBody({ ref, children }: { ref?: DialogBodyRef | undefined; children: ReactNode }) {
  const [attach] = useState(() => (body: HTMLDivElement | null) => {
    focusFirstDialogField(body);
    return ref?.(body);
  });
  return (
    <div className="dialogbody" ref={attach}>
      {children}
    </div>
  );
}
type DialogBodyRef = ReturnType<typeof useDirtyInputs>["box"];

/** Asks before changed text is discarded by a closing dialog or page. Handles the choice. */
function useDiscardGuard(on: boolean, isDirty: () => boolean, onClose: () => void) {
  const [closing, setClosing] = useState(false);
  const [shouldBlockFn] = useState(() => async () => {
    // A form may navigate when it is submitted. Wait until the closed dialog is rendered.
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

/** Asks whether to discard the text. Esc returns to the text. */
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

/** Selects fields whose text takes effort to write: no searches, times, passwords, codes. */
const textFieldSelector =
  'textarea, input:is(:not([type]), [type="text"], [type="email"], [type="tel"], [type="url"]):not([autocomplete="one-time-code"])';

/** Tracks whether a field inside `box` differs from its initial value. */
function useDirtyInputs(): {
  readonly box: RefCallback<HTMLElement>;
  readonly isDirty: () => boolean;
} {
  const initialValues = useRef(new WeakMap<TextInput, string>());
  const element = useRef<HTMLElement | null>(null);
  const [stable] = useState(() => {
    const fields = () => element.current?.querySelectorAll<TextInput>(textFieldSelector) ?? [];
    // Initial values are recorded at the mount, those of later fields at their first focus.
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

import { createElement, type ReactNode, useId } from "react";
import { Button } from "../Button.tsx";
import { createLazyValue } from "../loading/lazy-value.ts";
import { t } from "../text.ts";
import type { DialogProps } from "./dialog-frame.tsx";
import { useRequestedPart } from "./use-requested-part.ts";

const lazyDialogFrame = createLazyValue(() =>
  import("./dialog-frame.tsx").then((module) => module.DialogFrame),
);

/** Modal dialog, whose code is loaded when the page is idle, or with the first dialog. */
export function Dialog(props: DialogProps) {
  const { open, onClose } = props;
  const frame = useRequestedPart(lazyDialogFrame, open, onClose);
  return frame && createElement(frame, props);
}

interface ConfirmProps {
  title: string;
  open: boolean;
  button: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an action without Undo. `button` is its text ("Rotate secret"). */
export function Confirm({
  title,
  open,
  button,
  danger = false,
  busy = false,
  onConfirm,
  onClose,
  children,
}: ConfirmProps) {
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
            {button}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

interface DialogActionsProps {
  cancel: string;
  onClose: () => void;
  button: string;
  danger?: boolean;
  /** Why the action is unavailable now: the description of the button, which stays focusable. */
  unavailableReason?: string | false | undefined;
  busy?: boolean;
  /** Id of the form that the button submits. */
  form?: string;
  /** Called when the button is pressed. Without this function, the button submits `form`. */
  onPress?: () => void;
}

/** Footer of a dialog: cancel, action, and why the action is unavailable (CORE-148). */
export function DialogActions({
  cancel,
  onClose,
  button,
  danger = false,
  unavailableReason = false,
  busy = false,
  form,
  onPress,
}: DialogActionsProps) {
  const id = useId();
  const isUnavailable = unavailableReason !== false;
  return (
    <>
      <span id={id} className="t13 soft grow">
        {unavailableReason}
      </span>
      <Button onClick={onClose}>{cancel}</Button>
      <Button
        type={form === undefined ? undefined : "submit"}
        form={form}
        variant={danger ? "danger" : "primary"}
        unavailable={isUnavailable || busy}
        aria-describedby={isUnavailable ? id : undefined}
        onClick={onPress}
      >
        {button}
      </Button>
    </>
  );
}

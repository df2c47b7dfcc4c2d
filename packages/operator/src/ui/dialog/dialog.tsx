import { createElement, useEffect, type ReactNode } from "react";
import { Button } from "../Button.tsx";
import { createLazyValue, useLazyValue } from "../loading/lazy-value.ts";
import { t } from "../text.ts";
import type { DialogProps } from "./dialog-frame.tsx";

const lazyDialogFrame = createLazyValue(() =>
  import("./dialog-frame.tsx").then((module) => module.DialogFrame),
);

/**
 * Modal dialog: traps the focus, closes with Esc, and returns the focus afterwards. Its code is
 * loaded when the page is idle, or with the first dialog.
 */
export function Dialog(props: DialogProps) {
  const frame = useLazyValue(lazyDialogFrame);
  const { open } = props;
  useEffect(() => {
    if (open) lazyDialogFrame.load();
  }, [open]);
  return frame && createElement(frame, props);
}

/**
 * Asks for confirmation before an action that cannot be undone. `verb` names the action ("Rotate
 * secret").
 */
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

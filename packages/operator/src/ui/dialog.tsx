import { createElement, useEffect, type ReactNode } from "react";
import { Button } from "./Button.tsx";
import { later, useLater } from "./later.ts";
import { t } from "./text.ts";

export interface DialogProps {
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

const part = later(() => import("./dialog-frame.tsx").then((module) => module.DialogFrame));

/** A modal dialog: traps focus, Esc closes, focus returns to where it was. Its frame comes when the page has time, or with the first dialog. */
export function Dialog(props: DialogProps) {
  const frame = useLater(part);
  const { open } = props;
  useEffect(() => {
    if (open) part.load();
  }, [open]);
  return frame && createElement(frame, props);
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

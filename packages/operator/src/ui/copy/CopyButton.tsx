import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { browserClock } from "../../state/clock.ts";
import { Button } from "../Button.tsx";
import { t } from "../text.ts";
import { toast } from "../dialog/toast.tsx";

/** Copies `text` to the clipboard. The button confirms it for 2 s. */
export function CopyButton({
  text,
  label,
  small,
  variant,
}: {
  text: string;
  label?: string;
  small?: boolean;
  variant?: "primary" | "quiet" | "text" | undefined;
}) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    if (await copyText(text)) {
      setDone(true);
      browserClock.after(2000, () => setDone(false));
    } else toast(t("ui.copyfailed"), { tone: "bad" });
  };
  return (
    <Button
      small={small}
      variant={variant}
      icon={variant === "text" ? undefined : done ? IconCheck : IconCopy}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{done ? t("ui.copied") : (label ?? t("ui.copy"))}</span>
    </Button>
  );
}

/**
 * Copies a text to the clipboard. Resolves with true if that worked. Outside secure contexts,
 * browsers provide no clipboard, so the text is copied from a selected field.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return copyBySelection(text);
    }
  }
  return copyBySelection(text);
}

function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "vh";
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

import { useId } from "react";
import { Button } from "./Button.tsx";

interface Props {
  cancel: string;
  onClose: () => void;
  verb: string;
  danger?: boolean;
  /** Why the verb cannot be pressed now. The button stays focusable, and the words beside it are its description. */
  why?: string | false | undefined;
  busy?: boolean;
  /** Id of the form that the verb submits. */
  form?: string;
  /** Called on a press; without it the verb submits `form`. */
  onPress?: () => void;
}

/** The foot of a dialog: cancel, the verb, and why the verb is unavailable (CORE-148). */
export function DialogActions({ cancel, onClose, verb, danger = false, why = false, busy = false, form, onPress }: Props) {
  const id = useId();
  const isHindered = why !== false;
  return (
    <>
      <span id={id} className="t13 soft grow">
        {why}
      </span>
      <Button onClick={onClose}>{cancel}</Button>
      <Button
        {...(form !== undefined && { type: "submit" as const, form })}
        variant={danger ? "danger" : "primary"}
        unavailable={isHindered || busy}
        aria-describedby={isHindered ? id : undefined}
        onClick={onPress}
      >
        {verb}
      </Button>
    </>
  );
}

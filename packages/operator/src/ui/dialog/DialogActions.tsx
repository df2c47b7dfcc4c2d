import { useId } from "react";
import { Button } from "../Button.tsx";

interface DialogActionsProps {
  cancel: string;
  onClose: () => void;
  verb: string;
  danger?: boolean;
  /**
   * Why the action is unavailable now. The button stays focusable, and this text is its
   * description.
   */
  unavailableReason?: string | false | undefined;
  busy?: boolean;
  /** Id of the form that the button submits. */
  form?: string;
  /** Called on a press. Without it the button submits `form`. */
  onPress?: () => void;
}

/**
 * Footer of a dialog: the cancel button, the action button, and the reason if the action is
 * unavailable (CORE-148).
 */
export function DialogActions({
  cancel,
  onClose,
  verb,
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
        {...(form !== undefined && { type: "submit" as const, form })}
        variant={danger ? "danger" : "primary"}
        unavailable={isUnavailable || busy}
        aria-describedby={isUnavailable ? id : undefined}
        onClick={onPress}
      >
        {verb}
      </Button>
    </>
  );
}

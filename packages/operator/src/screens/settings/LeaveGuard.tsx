import { useBlocker } from "@tanstack/react-router";
import { isSignedOut } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { t } from "./text.ts";

interface Left {
  /** Labels of the fields with unsaved changes. */
  names: readonly string[];
  /** Does not block navigation while the form saves, because saving may navigate itself. */
  busy: boolean;
  /** Discards the changes. */
  discard?: () => void;
  /**
   * Saves the changes and returns true on success. A form that creates something has none: the new
   * resource may show a secret once, on the page that the form's own submit button opens.
   */
  save?: (() => Promise<boolean>) | undefined;
}

/** Asks before the operator leaves a page with unsaved changes. */
export function LeaveGuard({ names, busy, discard, save }: Left) {
  const isTyped = names.length > 0;
  const leave = useBlocker({
    shouldBlockFn: () => isTyped && !busy,
    // Without a session the changes cannot be saved.
    enableBeforeUnload: () => isTyped && !isSignedOut(),
    withResolver: true,
  });
  const stay = () => leave.reset?.();
  const forget = () => {
    discard?.();
    leave.proceed?.();
  };
  const saveAndLeave = async () => {
    if (await save?.()) leave.proceed?.();
    else leave.reset?.();
  };
  const actions = (
    <>
      <Button variant={save === undefined ? "primary" : undefined} onClick={stay}>
        {t("leave.stay")}
      </Button>
      <Button onClick={forget}>{t("page.discard")}</Button>
      {save !== undefined && (
        <Button variant="primary" onClick={() => void saveAndLeave()}>
          {t("leave.save")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t("leave.title")} open={leave.status === "blocked"} onClose={stay} alert actions={actions}>
      <p>
        {t("leave.text", { n: names.length })} <span className="soft">{names.join(", ")}</span>
      </p>
    </Dialog>
  );
}

import { useBlocker } from "@tanstack/react-router";
import { isSignedOut } from "../../../../state/session.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { t } from "../../text.ts";

interface GuardProps {
  /** Labels of the fields with unsaved changes. */
  changedFields: readonly string[];
  /** Does not block navigation while the form saves, because saving may navigate itself. */
  isSaving: boolean;
  /** Discards the changes. */
  discard?: () => void;
  /**
   * Saves the changes and returns true on success. A form that creates something has none: the new
   * resource may show a secret once, on the page that the form's own submit button opens.
   */
  save?: (() => Promise<boolean>) | undefined;
}

/** Asks before the operator leaves a page with unsaved changes. */
export function UnsavedChangesGuard({ changedFields, isSaving, discard, save }: GuardProps) {
  const hasChanges = changedFields.length > 0;
  const blocker = useBlocker({
    shouldBlockFn: () => hasChanges && !isSaving,
    // Without a session the changes cannot be saved.
    enableBeforeUnload: () => hasChanges && !isSignedOut(),
    withResolver: true,
  });
  const stay = () => blocker.reset?.();
  const discardAndLeave = () => {
    discard?.();
    blocker.proceed?.();
  };
  const saveAndLeave = async () => {
    if (await save?.()) blocker.proceed?.();
    else blocker.reset?.();
  };
  const actions = (
    <>
      <Button variant={save === undefined ? "primary" : undefined} onClick={stay}>
        {t("leave.stay")}
      </Button>
      <Button onClick={discardAndLeave}>{t("page.discard")}</Button>
      {save !== undefined && (
        <Button variant="primary" onClick={() => void saveAndLeave()}>
          {t("leave.save")}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      title={t("leave.title")}
      open={blocker.status === "blocked"}
      onClose={stay}
      alert
      actions={actions}
    >
      <p>
        {t("leave.text", { n: changedFields.length })}{" "}
        <span className="soft">{changedFields.join(", ")}</span>
      </p>
    </Dialog>
  );
}

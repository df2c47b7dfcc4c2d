import { useBlocker } from "@tanstack/react-router";
import { isSignedOut } from "../../state/session.tsx";
import { defineTexts } from "../../text/index.ts";
import { Button } from "../Button.tsx";
import { Dialog } from "../dialog/dialog.tsx";

const t = defineTexts({
  en: {
    "leave.title": "Leave without saving?",
    "leave.save": "Save {n, plural, one {# change} other {# changes}}?",
    "leave.stay": "Stay here",
    "leave.saveall": "Save",
    "leave.discard": "Discard",
  },
  ru: {
    "leave.title": "Уйти без сохранения?",
    "leave.save": "Сохранить {n, plural, one {# изменение} few {# изменения} other {# изменений}}?",
    "leave.stay": "Остаться",
    "leave.saveall": "Сохранить",
    "leave.discard": "Отменить",
  },
});

interface GuardProps {
  /** Labels of the fields with changes that are neither saved nor being saved (CORE-481). */
  changedFields: readonly string[];
  discard?: () => void;
  /**
   * Saves the changes and returns whether that succeeded.
   *
   * Not available in a form that creates something, because the new resource may show a secret
   * once. Only the form's own submit button opens the page with that secret.
   */
  save?: (() => Promise<boolean>) | undefined;
}

/**
 * Asks what to do with unsaved changes before the operator leaves the page. After a refused save,
 * the page stays open.
 */
export function UnsavedChangesGuard({ changedFields, discard, save }: GuardProps) {
  const hasChanges = changedFields.length > 0;
  const blocker = useBlocker({
    shouldBlockFn: () => hasChanges,
    // Does not ask without a session, because the changes cannot be saved then.
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
  const n = changedFields.length;
  const actions = (
    <>
      {save !== undefined && (
        <Button variant="primary" onClick={() => void saveAndLeave()}>
          {t("leave.saveall")}
        </Button>
      )}
      <Button onClick={discardAndLeave}>{t("leave.discard")}</Button>
      <Button variant={save === undefined ? "primary" : undefined} onClick={stay}>
        {t("leave.stay")}
      </Button>
    </>
  );
  return (
    <Dialog
      title={save === undefined ? t("leave.title") : t("leave.save", { n })}
      open={blocker.status === "blocked"}
      onClose={stay}
      alert
      actions={actions}
    >
      <p className="soft">{changedFields.join(", ")}</p>
    </Dialog>
  );
}

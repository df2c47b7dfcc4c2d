import { useBlocker } from "@tanstack/react-router";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { changedNames, type Typed } from "./SaveBar.tsx";
import { t } from "./text.ts";

/** Asks before a page is left with changes that are not saved. */
export function LeaveGuard<T extends object>({ form, labels, dirty, verb, submit }: Typed<T> & { submit: () => Promise<boolean> }) {
  const leave = useBlocker({
    shouldBlockFn: () => dirty && verb === undefined && !form.busy,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  const stay = () => leave.reset?.();
  const discard = () => {
    form.discard();
    leave.proceed?.();
  };
  const save = async () => {
    if (await submit()) leave.proceed?.();
    else leave.reset?.();
  };
  const actions = (
    <>
      <Button onClick={stay}>{t("leave.stay")}</Button>
      <Button onClick={discard}>{t("page.discard")}</Button>
      <Button variant="primary" onClick={() => void save()}>
        {t("leave.save")}
      </Button>
    </>
  );
  return (
    <Dialog title={t("leave.title")} open={leave.status === "blocked"} onClose={stay} alert actions={actions}>
      <p>
        {t("leave.text", { n: form.changed.length })} <span className="soft">{changedNames({ form, labels })}</span>
      </p>
    </Dialog>
  );
}

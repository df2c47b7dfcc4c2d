import { useBlocker } from "@tanstack/react-router";
import { isSignedOut } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { t } from "./text.ts";

interface Left {
  /** What stands typed and is kept nowhere: names of fields. */
  names: readonly string[];
  /** It is being saved: what follows from that leads away. */
  busy: boolean;
  /** Forgets what is typed. */
  discard?: () => void;
  /**
   * Saves, true when it is done. A form that makes something has none here: what was made may show a secret once,
   * on the page that its own button leads to.
   */
  save?: (() => Promise<boolean>) | undefined;
}

/** Asks before a page is left with something typed that is not saved. */
export function LeaveGuard({ names, busy, discard, save }: Left) {
  const isTyped = names.length > 0;
  const leave = useBlocker({
    shouldBlockFn: () => isTyped && !busy,
    // Without a session there is nothing to save it to.
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

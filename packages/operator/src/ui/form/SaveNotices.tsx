import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState, useSyncExternalStore } from "react";
import {
  dropFailedSave,
  dropLostSecret,
  FormPathContext,
  getFailedSaves,
  getLostSecrets,
  getRunningSaves,
  subscribeSaves,
  type FailedSave,
} from "../../state/saves.ts";
import { isSignedOut, useCurrentOperator } from "../../state/session.tsx";
import { Banner } from "../badges.tsx";
import { Button } from "../Button.tsx";
import { getErrorText } from "../loading/ErrorMessage.tsx";
import { t } from "./text.ts";

/** Shows failed saves and lost secrets of forms that were left, on every screen (CORE-482). */
export function SaveNotices() {
  const { id } = useCurrentOperator();
  const failed = useSyncExternalStore(subscribeSaves, getFailedSaves);
  const lost = useSyncExternalStore(subscribeSaves, getLostSecrets);
  const [reopened, setReopened] = useState<FailedSave | null>(null);
  const navigate = useNavigate();
  const open = (save: FailedSave) => {
    if (save.dialog === null) void navigate({ href: save.href });
    else setReopened(save);
  };
  useAskBeforeUnload();
  return (
    <>
      {failed
        .filter(({ key }) => key.operator === id)
        .map((save) => (
          <Banner
            key={`${save.key.path} ${save.key.form}`}
            tone="bad"
            live
            action={
              <>
                <Button small onClick={() => open(save)}>
                  {t("saves.open")}
                </Button>
                <Button small variant="quiet" onClick={() => dropFailedSave(save)}>
                  {t("page.discard")}
                </Button>
              </>
            }
          >
            <p>
              <strong className="medium">
                {t("saves.failed")} <bdi>{save.subject}</bdi>
              </strong>
              <br />
              {getErrorText(save.error)}
            </p>
          </Banner>
        ))}
      {lost
        .filter(({ key }) => key.operator === id)
        .map((secret) => (
          <Banner
            key={secret.text}
            tone="warn"
            live
            action={
              <Button small onClick={() => dropLostSecret(secret)}>
                {t("saves.ok")}
              </Button>
            }
          >
            {secret.text}
          </Banner>
        ))}
      {reopened && (
        <FormPathContext value={reopened.key.path}>
          {reopened.dialog?.(() => setReopened(null))}
        </FormPathContext>
      )}
    </>
  );
}

/** Asks before the window closes with values that are not saved. */
function useAskBeforeUnload(): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSignedOut() && getFailedSaves().length + getRunningSaves().length > 0)
        event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
}

import type { ModelTest } from "@parlour/protocol/api";
import { IconAlertCircle, IconCircleCheck, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { useLiveState } from "../../../state/live-context.tsx";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { TestDescription } from "../channels/TestEventCard.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

type Check = ModelTest["checks"][number];

/** Tests the saved models, and shows each check with its time (MODEL-050). */
export function ModelTestCard({ isChanged }: { readonly isChanged: boolean }) {
  const offline = useLiveState((state) => state.connection.kind === "offline");
  const [checks, setChecks] = useState<readonly Check[] | null>(null);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    setChecks(null);
    setChecks((await api.post<ModelTest>("/model/test", {})).checks);
    void queryClient.invalidateQueries({ queryKey: ["model", "usage"] });
  };
  return (
    <SideCard id="s-model-test" title={shared("test.title")}>
      <TestDescription dirty={isChanged}>{t("model.test.about")}</TestDescription>
      <Button
        wide
        icon={IconRefresh}
        unavailable={offline ? shared("page.offline") : busy}
        onClick={() => void run(test)}
      >
        {busy ? shared("test.busy") : t(checks === null ? "model.test.go" : "model.test.again")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      {checks !== null && (
        <ol className="results" aria-label={shared("test.results")} aria-live="polite">
          {checks.map((check) => (
            <CheckRow key={check.name} check={check} />
          ))}
        </ol>
      )}
    </SideCard>
  );
}

function CheckRow({ check: { name, ok, ms, reason, message } }: { readonly check: Check }) {
  return (
    <li>
      <Icon of={ok ? IconCircleCheck : IconAlertCircle} className={ok ? "success" : "warning"} />
      <b>
        {t(`model.check.${name}`)}
        {!ok && <span className="vh"> {t("model.check.failed")}</span>}
      </b>
      <span className="num faint">{t("model.ms", { ms: i18n.number(ms) })}</span>
      {!ok && (
        <small>
          {reason === null ? t(`model.check.${name}.bad`) : t(`model.reason.${reason}`)}
          {reason !== null && message !== "" && <span className="block faint">{message}</span>}
        </small>
      )}
    </li>
  );
}

import type { TestAttempt } from "@parlour/protocol/api";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t } from "./text.ts";

/** Sends a test request to the saved telephony server. The test makes no call. */
export function TelephonyTest({ dirty }: { dirty: boolean }) {
  const [attempt, setAttempt] = useState<TestAttempt | null>(null);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    setAttempt(null);
    setAttempt(await api.post<TestAttempt>("/call-settings/test"));
  };
  return (
    <SideCard id="s-test" title={t("callsettings.test")}>
      <p className="t13 soft">
        {t("callsettings.test.about")}{" "}
        {dirty && <span className="warning">{t("callsettings.test.unsaved")}</span>}
      </p>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run(test)}>
        {t(busy ? "callsettings.test.busy" : "callsettings.test.go")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      {attempt !== null && (
        <Banner tone={attempt.outcome === "delivered" ? "info" : "warn"} live>
          {attempt.outcome === "delivered"
            ? t("callsettings.test.ok", { ms: attempt.duration_ms })
            : t("callsettings.test.failed", { why: attempt.error?.message ?? attempt.outcome })}
        </Banner>
      )}
    </SideCard>
  );
}

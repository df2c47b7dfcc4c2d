import type { TestAttempt } from "@parlour/protocol/api";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { SideCard } from "../kit/form/Section.tsx";
import { t } from "./text.ts";

/** Sends one test request to the saved telephony server. No call is made. */
export function TelephonyTest({ dirty }: { dirty: boolean }) {
  const [attempt, setAttempt] = useState<TestAttempt | null>(null);
  const { busy, failure, run } = useApiMutation();
  const test = async () => {
    setAttempt(null);
    setAttempt(await api.post<TestAttempt>("/call-settings/test"));
  };
  return (
    <SideCard id="s-test" title={t("callset.test")}>
      <p className="t13 soft">
        {t("callset.test.about")} {dirty && <span className="warning">{t("callset.test.unsaved")}</span>}
      </p>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run(test)}>
        {t(busy ? "callset.test.busy" : "callset.test.go")}
      </Button>
      {failure !== null && <ErrorMessage error={failure} />}
      {attempt !== null && (
        <Banner tone={attempt.outcome === "delivered" ? "info" : "warn"} live>
          {attempt.outcome === "delivered"
            ? t("callset.test.ok", { ms: attempt.duration_ms })
            : t("callset.test.failed", { why: attempt.error?.message ?? attempt.outcome })}
        </Banner>
      )}
    </SideCard>
  );
}

import type { TestAttempt } from "@parlour/protocol/api";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { useDeed } from "../../../ui/deed.ts";
import { Failure } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { Card } from "../Group.tsx";
import { t } from "./text.ts";

/** Sends one test request to the saved telephony server. No call is made. */
export function DriverTest({ dirty }: { dirty: boolean }) {
  const [tried, setTried] = useState<TestAttempt | null>(null);
  const { busy, failure, run } = useDeed();
  const test = async () => {
    setTried(null);
    setTried(await api.post<TestAttempt>("/call-settings/test"));
  };
  return (
    <Card id="s-test" title={t("callset.test")}>
      <p className="t13 soft">
        {t("callset.test.about")} {dirty && <span className="warning">{t("callset.test.unsaved")}</span>}
      </p>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run(test)}>
        {t(busy ? "callset.test.busy" : "callset.test.go")}
      </Button>
      {failure !== null && <Failure error={failure} />}
      {tried !== null && (
        <Banner tone={tried.outcome === "delivered" ? "info" : "warn"} live>
          {tried.outcome === "delivered"
            ? t("callset.test.ok", { ms: tried.duration_ms })
            : t("callset.test.failed", { why: tried.error?.message ?? tried.outcome })}
        </Banner>
      )}
    </Card>
  );
}

import type { TestAttempt } from "@parlour/protocol/api";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { Failure } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { t } from "./text.ts";

/** One request to the saved telephony server; nobody is called. */
export function DriverTest({ dirty }: { dirty: boolean }) {
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<TestAttempt | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    setTried(null);
    try {
      setTried(await api.post<TestAttempt>("/call-settings/test"));
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="card" aria-labelledby="s-test">
      <h2 id="s-test">{t("callset.test")}</h2>
      <p className="t13 soft">
        {t("callset.test.about")} {dirty && <span className="warning">{t("callset.test.unsaved")}</span>}
      </p>
      <Button wide icon={IconArrowsExchange} unavailable={busy} onClick={() => void run()}>
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
    </section>
  );
}

import { IconArrowsExchange } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { TestVerdict } from "../integrations/TestResult.tsx";
import { useSamples, useTest, type Target } from "../integrations/test-event.ts";
import "../integrations/ledger.css";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Select } from "../../ui/Field.tsx";
import { stale } from "./data.ts";
import { t } from "./text.ts";

/** One test event with the default sample (BOT-087, WH-070); the screen Tests edits it. */
export function TestCard({ target, about, first, dirty }: { target: Target; about: string; first?: string | undefined; dirty: boolean }) {
  const samples = useSamples();
  const test = useTest();
  const [event, setEvent] = useState<string | null>(null);
  const offered = (samples.data ?? []).filter((one) => one.kind === target.kind).map((one) => one.event);
  const chosen = event ?? (first !== undefined && offered.includes(first) ? first : offered[0]) ?? "";
  const run = async () => {
    await test.run(target, chosen, null);
    stale("deliveries");
  };
  return (
    <section className="card" aria-labelledby="s-test">
      <h2 id="s-test">{t("test.title")}</h2>
      <p className="t13 soft">
        {about}
        {dirty && (
          <>
            {" "}
            <span className="warning">{t("test.unsaved")}</span>
          </>
        )}
      </p>
      {samples.isError && <Failure error={samples.error} onRetry={() => void samples.refetch()} />}
      {offered.length > 0 && (
        <>
          <Select
            label={t("test.which")}
            value={chosen}
            onChange={(changed) => {
              setEvent(changed.target.value);
              test.forget();
            }}
            options={offered.map((one) => ({ value: one, label: one }))}
          />
          <Button wide icon={IconArrowsExchange} unavailable={test.busy} onClick={() => void run()}>
            {test.busy ? t("test.busy") : t("test.event.go")}
          </Button>
          {test.failure !== null && <Failure error={test.failure} />}
          {test.tried !== null && <TestVerdict tried={test.tried} />}
          <p className="t13">
            <Link to="/integrations/$" params={{ _splat: "tests" }} search={{ kind: target.kind, id: target.id, event: chosen } as never}>
              {t("test.edit")}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}

import { IconArrowsExchange } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { TestOutcome } from "../integrations/TestResult.tsx";
import { useSamples, useTest, type TestTarget } from "../integrations/test-event.ts";
import "../integrations/delivery-log.css";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Select } from "../../ui/Field.tsx";
import { stale } from "./data.ts";
import { Card } from "./Group.tsx";
import { t } from "./text.ts";

interface TestCardProps {
  target: TestTarget;
  about: string;
  /** The event that is selected first. */
  first?: string | undefined;
  dirty: boolean;
}

/**
 * Sends one test event with the default sample (BOT-087, WH-070). The Tests screen can edit the
 * sample.
 */
export function TestCard({ target, about, first, dirty }: TestCardProps) {
  const samples = useSamples();
  const offered = (samples.data ?? []).filter((one) => one.kind === target.kind).map((one) => one.event);
  return (
    <Card id="s-test" title={t("test.title")}>
      <TestAbout dirty={dirty}>{about}</TestAbout>
      {samples.isError && <Failure error={samples.error} onRetry={() => void samples.refetch()} />}
      {offered.length > 0 && <Trial target={target} first={first} offered={offered} />}
    </Card>
  );
}

/** Describes the test. Warns that the test uses the saved settings, if the form has changes. */
export function TestAbout({ dirty, children }: { dirty: boolean; children: string }) {
  return (
    <p className="t13 soft">
      {children}
      {dirty && (
        <>
          {" "}
          <span className="warning">{t("test.unsaved")}</span>
        </>
      )}
    </p>
  );
}

function Trial({ target, first, offered }: Pick<TestCardProps, "target" | "first"> & { offered: readonly string[] }) {
  const test = useTest();
  const [event, setEvent] = useState<string | null>(null);
  const chosen = event ?? (first !== undefined && offered.includes(first) ? first : offered[0]) ?? "";
  const choose = (next: string) => {
    setEvent(next);
    test.clear();
  };
  const run = async () => {
    await test.run(target, chosen, null);
    stale("deliveries");
  };
  const options = offered.map((one) => ({ value: one, label: one }));
  return (
    <>
      <Select label={t("test.which")} value={chosen} onChange={(changed) => choose(changed.target.value)} options={options} />
      <Button wide icon={IconArrowsExchange} unavailable={test.busy} onClick={() => void run()}>
        {test.busy ? t("test.busy") : t("test.event.go")}
      </Button>
      {test.failure !== null && <Failure error={test.failure} />}
      {test.result !== null && <TestOutcome target={target} result={test.result} />}
      <p className="t13">
        <Link to="/integrations/$" params={{ _splat: "tests" }} search={{ kind: target.kind, id: target.id, event: chosen } as never}>
          {t("test.edit")}
        </Link>
      </p>
    </>
  );
}

import { IconArrowsExchange } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { TestOutcome } from "../../../ui/exchange/test/TestResult.tsx";
import { useSamples, useTest, type TestTarget } from "../../../ui/exchange/test/test-event.ts";
import "../../integrations/delivery-log.css";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Select } from "../../../ui/Field.tsx";
import { invalidateLists } from "../../../state/api/queries.ts";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { t } from "../text.ts";

interface TestEventCardProps {
  target: TestTarget;
  about: string;
  /** The event that is initially selected. */
  defaultEvent?: string | undefined;
  dirty: boolean;
}

/**
 * Sends a test event with the default sample (BOT-087, WH-070). The sample can be edited on the
 * Tests screen.
 */
export function TestEventCard({ target, about, defaultEvent, dirty }: TestEventCardProps) {
  const samples = useSamples();
  const events = (samples.data ?? [])
    .filter((sample) => sample.kind === target.kind)
    .map((sample) => sample.event);
  return (
    <SideCard id="s-test" title={t("test.title")}>
      <TestDescription dirty={dirty}>{about}</TestDescription>
      {samples.isError && (
        <ErrorMessage error={samples.error} onRetry={() => void samples.refetch()} />
      )}
      {events.length > 0 && (
        <EventTest target={target} defaultEvent={defaultEvent} events={events} />
      )}
    </SideCard>
  );
}

/** Describes the test. If the form has changes, warns that the test uses the saved settings. */
export function TestDescription({ dirty, children }: { dirty: boolean; children: string }) {
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

function EventTest({
  target,
  defaultEvent,
  events,
}: {
  target: TestTarget;
  defaultEvent: string | undefined;
  events: readonly string[];
}) {
  const test = useTest();
  const [event, setEvent] = useState<string | null>(null);
  const selectedEvent =
    event ??
    (defaultEvent !== undefined && events.includes(defaultEvent) ? defaultEvent : events[0]) ??
    "";
  const selectEvent = (next: string) => {
    setEvent(next);
    test.clear();
  };
  const run = async () => {
    await test.run(target, selectedEvent, null);
    invalidateLists("deliveries");
  };
  const options = events.map((value) => ({ value: value, label: value }));
  return (
    <>
      <Select
        label={t("test.which")}
        value={selectedEvent}
        onChange={(changed) => selectEvent(changed.target.value)}
        options={options}
      />
      <Button wide icon={IconArrowsExchange} unavailable={test.busy} onClick={() => void run()}>
        {test.busy ? t("test.busy") : t("test.event.go")}
      </Button>
      {test.failure !== null && <ErrorMessage error={test.failure} />}
      {test.result !== null && <TestOutcome target={target} result={test.result} />}
      <p className="t13">
        <Link
          to="/integrations/$"
          params={{ _splat: "tests" }}
          search={{ kind: target.kind, id: target.id, event: selectedEvent } as never}
        >
          {t("test.edit")}
        </Link>
      </p>
    </>
  );
}

import type { AlertRow } from "@parlour/protocol/api/people/alert-rows";
import {
  IconAlertCircle,
  IconAppWindow,
  IconBellRinging,
  IconCircleCheck,
  IconDeviceDesktop,
  IconVolume,
  IconWifi,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { browserClock } from "../../state/clock.ts";
import { api } from "../../state/api/api.ts";
import { getFailedAlerts, subscribeSelfTest } from "../../state/alerts/alert-self-test.ts";
import { Button } from "../Button.tsx";
import { Icon, type IconType } from "../Icon.tsx";
import { t } from "./check-text.ts";
import { brokenFixHint, type TestableAlert } from "./test-alert.ts";
import "./self-test.css";
import { type TestState, testableAlerts, useAlertTests } from "./use-alert-tests.ts";

const icons: Record<TestableAlert, IconType> = {
  sound: IconVolume,
  notification: IconDeviceDesktop,
  push: IconBellRinging,
  badge: IconAppWindow,
};

interface SelfTestProps {
  answers?: boolean;
  short?: boolean;
}

/**
 * Tests each kind of alert: the operator starts a test, confirms whether it worked, and gets a hint
 * for this browser (product.md 4).
 *
 * `answers` includes push, which is only for operators who answer chats. `short` limits the tests
 * to alerts for new chats.
 */
export function SelfTest({ answers = true, short = false }: SelfTestProps) {
  const alerts = testableAlerts.filter(
    (alert) => (answers || alert !== "push") && !(short && alert === "badge"),
  );
  const { rows, test, answer } = useAlertTests();
  const failedNow = useSyncExternalStore(subscribeSelfTest, getFailedAlerts);
  const connection = useConnectionTest();
  const works = Object.values(rows).filter((row) => row.stage === "works").length;
  const n = works + (connection.ms === null ? 0 : 1);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The section is rendered too late for the browser to scroll to the fragment.
    if (location.hash === "#check-h") heading.current?.scrollIntoView();
  }, []);
  return (
    <section aria-labelledby="check-h">
      <h2 id="check-h" ref={heading}>
        {t(short ? "check.short" : "check.title")}{" "}
        <span className="faint">
          {short ? t("check.optional") : t("check.count", { n, all: alerts.length + 1 })}
        </span>
      </h2>
      <ul className="checks">
        {alerts.map((alert) => (
          <CheckRow
            key={alert}
            alert={alert}
            row={rows[alert]}
            hasBroken={rows[alert].stage === "works" && failedNow.includes(alert)}
            onTest={() => void test(alert)}
            onAnswer={(worked) => answer(alert, worked)}
          />
        ))}
        {!short && <ConnectionRow connection={connection} />}
      </ul>
    </section>
  );
}

/** Row of the connection, which is tested automatically. */
function ConnectionRow({ connection }: { connection: ConnectionTest }) {
  const isLive = connection.ms !== null;
  return (
    <li>
      <Icon
        of={isLive ? IconCircleCheck : connection.failed ? IconAlertCircle : IconWifi}
        className={isLive ? "success" : connection.failed ? "danger" : "soft"}
      />
      <span className="grow">
        {t("check.connection")} <span className="faint">{connectionText(connection)}</span>
      </span>
      <Button
        small
        aria-label={`${t("check.connection")}: ${t("check.again")}`}
        onClick={connection.retry}
      >
        {t("check.again")}
      </Button>
      {connection.failed && <p className="fix">{t("check.connection.fix")}</p>}
    </li>
  );
}

const alertNotes: Partial<Record<AlertRow, "check.badge.where" | "check.push.where">> = {
  badge: "check.badge.where",
  push: "check.push.where",
};

interface CheckRowProps {
  alert: TestableAlert;
  row: TestState;
  /** Whether the test succeeded before and fails now. */
  hasBroken: boolean;
  onTest: () => void;
  onAnswer: (works: boolean) => void;
}

function CheckRow({ alert, row, hasBroken, onTest, onAnswer }: CheckRowProps): ReactNode {
  const name = t(`check.${alert}`);
  const question = t(`check.${alert}.ask`);
  const isBad = row.stage === "failed" || hasBroken;
  const icon = isBad ? IconAlertCircle : row.stage === "works" ? IconCircleCheck : icons[alert];
  const note = alertNotes[alert];
  const words = {
    idle: note === undefined ? "" : t(note),
    sending: t("check.sending"),
    asked: question,
    works: t(hasBroken ? "check.broke" : "check.worked"),
    failed: t("check.failed"),
  }[row.stage];
  return (
    <li>
      <Icon of={icon} className={isBad ? "danger" : row.stage === "works" ? "success" : "soft"} />
      <span className="grow" aria-live="polite">
        {name} <span className="faint">{words}</span>
      </span>
      {row.stage === "asked" ? (
        <>
          <Button
            small
            aria-label={`${name}: ${question} ${t("check.yes")}`}
            onClick={() => onAnswer(true)}
          >
            {t("check.yes")}
          </Button>
          <Button
            small
            aria-label={`${name}: ${question} ${t("check.no")}`}
            onClick={() => onAnswer(false)}
          >
            {t("check.no")}
          </Button>
        </>
      ) : (
        <Button
          small
          variant={row.stage === "works" && !hasBroken ? "quiet" : undefined}
          aria-label={`${name}: ${t(row.stage === "idle" ? "check.test" : "check.again")}`}
          unavailable={row.stage === "sending"}
          onClick={onTest}
        >
          {t(row.stage === "idle" ? "check.test" : "check.again")}
        </Button>
      )}
      {row.stage === "failed" && row.why !== "" && <p className="fix">{row.why}</p>}
      {hasBroken && <p className="fix">{brokenFixHint(alert)}</p>}
    </li>
  );
}

interface ConnectionTest {
  readonly ms: number | null;
  readonly failed: boolean;
  readonly retry: () => void;
}
function connectionText({ ms, failed }: ConnectionTest): string {
  if (ms !== null) return t("check.connection.live", { ms });
  return t(failed ? "check.connection.bad" : "check.connection.wait");
}

/** Measures the round trip of a small request every ten seconds. */
function useConnectionTest(): ConnectionTest {
  const { data, isError, refetch } = useQuery({
    queryKey: ["connection-test"],
    refetchInterval: 10_000,
    retry: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const start = browserClock.monotonic();
      await api.setup(signal);
      return Math.max(1, Math.round(browserClock.monotonic() - start));
    },
  });
  return { ms: isError ? null : (data ?? null), failed: isError, retry: () => void refetch() };
}

import type { AlertRow } from "@parlour/protocol/alert-rows";
import {
  IconAlertCircle,
  IconAppWindow,
  IconBellRinging,
  IconCircleCheck,
  IconDeviceDesktop,
  IconVolume,
  IconWifi,
} from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { api } from "../../state/api.ts";
import { brokenAlerts, keepTried, subscribeSelfTest, triedAlerts } from "../../state/self-test.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { t } from "./check-text.ts";
import { tryBadge, tryNotification, tryPush, trySound, fixFor, fixOfBroken, type Tryable } from "./try-alert.ts";
import "./setup.css";

type Row = { stage: "idle" } | { stage: "sending" } | { stage: "asked" } | { stage: "works" } | { stage: "failed"; why: string };

const icons: Record<Tryable, IconType> = {
  sound: IconVolume,
  notification: IconDeviceDesktop,
  push: IconBellRinging,
  badge: IconAppWindow,
};
const all = ["sound", "notification", "push", "badge"] as const;

/**
 * Tests each kind of alert: the operator starts it, confirms whether it worked, and gets a hint for
 * this browser (product.md 4). `answers`: push is only for operators who answer chats. `short`:
 * only alerts for new chats.
 */
export function SelfTest({ answers = true, short = false }: { answers?: boolean; short?: boolean }) {
  const tryables = all.filter((alert) => (answers || alert !== "push") && !(short && alert === "badge"));
  const { rows, test, answer } = useTries();
  const broken = useSyncExternalStore(subscribeSelfTest, brokenAlerts);
  const connection = useConnectionTest();
  const works = Object.values(rows).filter((row) => row.stage === "works").length;
  const n = works + (connection.ms === null ? 0 : 1);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The check list links here. A fragment link does not work, because the page loads after its
    // address was read.
    if (location.hash === "#check-h") heading.current?.scrollIntoView();
  }, []);
  return (
    <section aria-labelledby="check-h">
      <h2 id="check-h" ref={heading}>
        {t(short ? "check.short" : "check.title")}{" "}
        <span className="faint">{short ? t("check.optional") : t("check.count", { n, all: tryables.length + 1 })}</span>
      </h2>
      <ul className="checks">
        {tryables.map((alert) => (
          <CheckRow
            key={alert}
            alert={alert}
            row={rows[alert]}
            broke={rows[alert].stage === "works" && broken.includes(alert)}
            onTest={() => void test(alert)}
            onAnswer={(worked) => answer(alert, worked)}
          />
        ))}
        {!short && <ConnectionRow connection={connection} />}
      </ul>
    </section>
  );
}

/** State of the tests. Results are stored on this device. */
function useTries() {
  const queries = useQueryClient();
  const [rows, setRows] = useState(rowsBefore);
  const { badge, unbadge } = useBadge();
  const set = (alert: Tryable, row: Row) => setRows((before) => ({ ...before, [alert]: row }));
  const fail = (alert: Tryable, why: string) => {
    keepTried(alert, false);
    set(alert, { stage: "failed", why });
  };
  const test = async (alert: Tryable) => {
    unbadge();
    if (alert === "badge") {
      badge();
      return set(alert, { stage: "asked" });
    }
    set(alert, { stage: "sending" });
    const why = await (alert === "sound" ? trySound() : alert === "push" ? tryPush() : tryNotification());
    if (why === null) set(alert, { stage: "asked" });
    else fail(alert, why);
    if (alert === "push") void queries.invalidateQueries({ queryKey: ["push"] });
  };
  const answer = (alert: Tryable, works: boolean) => {
    if (alert === "badge") unbadge();
    if (!works) return fail(alert, fixFor(alert));
    keepTried(alert, true);
    set(alert, { stage: "works" });
  };
  return { rows, test, answer };
}

/** Returns the results of earlier tests. */
function rowsBefore(): Record<Tryable, Row> {
  const tried = triedAlerts();
  const row = (alert: Tryable): Row => {
    const before = tried[alert];
    if (before === undefined) return { stage: "idle" };
    // The reason was shown when the test failed.
    return before.works ? { stage: "works" } : { stage: "failed", why: "" };
  };
  return { sound: row("sound"), notification: row("notification"), push: row("push"), badge: row("badge") };
}

/** Badge of a test. It is removed with the answer or with the page. */
function useBadge() {
  const clear = useRef<(() => void) | null>(null);
  useEffect(() => () => clear.current?.(), []);
  return {
    badge: () => {
      clear.current = tryBadge();
    },
    unbadge: () => {
      clear.current?.();
      clear.current = null;
    },
  };
}

/** The connection row, which tests itself. */
function ConnectionRow({ connection }: { connection: ConnectionTest }) {
  const isLive = connection.ms !== null;
  return (
    <li>
      <Icon
        of={isLive ? IconCircleCheck : connection.failed ? IconAlertCircle : IconWifi}
        className={isLive ? "success" : connection.failed ? "danger" : "soft"}
      />
      <span className="grow">
        {t("check.connection")} <span className="faint">{connectionWords(connection)}</span>
      </span>
      <Button small aria-label={`${t("check.connection")}: ${t("check.again")}`} onClick={connection.again}>
        {t("check.again")}
      </Button>
      {connection.failed && <p className="fix">{t("check.connection.fix")}</p>}
    </li>
  );
}

const notes: Partial<Record<AlertRow, "check.badge.where" | "check.push.where">> = { badge: "check.badge.where", push: "check.push.where" };

function CheckRow({
  alert,
  row,
  broke,
  onTest,
  onAnswer,
}: {
  alert: Tryable;
  row: Row;
  /** The test succeeded before and fails now. */
  broke: boolean;
  onTest: () => void;
  onAnswer: (works: boolean) => void;
}): ReactNode {
  const name = t(`check.${alert}`);
  const ask = t(`check.${alert}.ask`);
  const bad = row.stage === "failed" || broke;
  const shape = bad ? IconAlertCircle : row.stage === "works" ? IconCircleCheck : icons[alert];
  const note = notes[alert];
  const words = {
    idle: note === undefined ? "" : t(note),
    sending: t("check.sending"),
    asked: ask,
    works: t(broke ? "check.broke" : "check.worked"),
    failed: t("check.failed"),
  }[row.stage];
  return (
    <li>
      <Icon of={shape} className={bad ? "danger" : row.stage === "works" ? "success" : "soft"} />
      <span className="grow" aria-live="polite">
        {name} <span className="faint">{words}</span>
      </span>
      {row.stage === "asked" ? (
        <>
          <Button small aria-label={`${name}: ${ask} ${t("check.yes")}`} onClick={() => onAnswer(true)}>
            {t("check.yes")}
          </Button>
          <Button small aria-label={`${name}: ${ask} ${t("check.no")}`} onClick={() => onAnswer(false)}>
            {t("check.no")}
          </Button>
        </>
      ) : (
        <Button
          small
          variant={row.stage === "works" && !broke ? "quiet" : undefined}
          aria-label={`${name}: ${t(row.stage === "idle" ? "check.test" : "check.again")}`}
          unavailable={row.stage === "sending"}
          onClick={onTest}
        >
          {t(row.stage === "idle" ? "check.test" : "check.again")}
        </Button>
      )}
      {row.stage === "failed" && row.why !== "" && <p className="fix">{row.why}</p>}
      {broke && <p className="fix">{fixOfBroken(alert)}</p>}
    </li>
  );
}

interface ConnectionTest {
  readonly ms: number | null;
  readonly failed: boolean;
  readonly again: () => void;
}
function connectionWords({ ms, failed }: ConnectionTest): string {
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
      const start = performance.now();
      await api.setup(signal);
      return Math.max(1, Math.round(performance.now() - start));
    },
  });
  return { ms: isError ? null : (data ?? null), failed: isError, again: () => void refetch() };
}

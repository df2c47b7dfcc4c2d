import { IconAlertCircle, IconAppWindow, IconCircleCheck, IconDeviceDesktop, IconVolume, IconWifi } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon, type IconType } from "../../ui/Icon.tsx";
import { keepTried, playSound, showBadge, showNotification, triedAlerts, type Alert } from "./alerts.ts";
import "./setup.css";
import { t } from "./text.ts";

type Row = { stage: "idle" } | { stage: "asked" } | { stage: "works" } | { stage: "failed"; why: string };

/** Tries each alert: Test, did it work, yes or no, and what to do in this browser (product.md 4). */
export function SelfTest() {
  const [rows, setRows] = useState<Record<Alert, Row>>(() => {
    const tried = triedAlerts();
    const row = (alert: Alert): Row => (tried[alert]?.works ? { stage: "works" } : { stage: "idle" });
    return { sound: row("sound"), desktop: row("desktop"), badge: row("badge") };
  });
  const clearBadge = useRef<(() => void) | null>(null);
  useEffect(() => () => clearBadge.current?.(), []);
  const connection = useConnectionTest();
  const set = (alert: Alert, row: Row) => setRows((before) => ({ ...before, [alert]: row }));
  const fail = (alert: Alert, why: string) => {
    keepTried(alert, false);
    set(alert, { stage: "failed", why });
  };

  const test = async (alert: Alert) => {
    clearBadge.current?.();
    clearBadge.current = null;
    if (alert === "sound") {
      if (await playSound()) set(alert, { stage: "asked" });
      else fail(alert, t("check.sound.blocked"));
    } else if (alert === "badge") {
      clearBadge.current = showBadge();
      set(alert, { stage: "asked" });
    } else {
      const result = await showNotification("Parlour", t("check.desktop.body"));
      if (result === "shown") set(alert, { stage: "asked" });
      else fail(alert, t(result === "denied" ? "check.desktop.denied" : "check.desktop.none"));
    }
  };
  const answer = (alert: Alert, works: boolean) => {
    if (alert === "badge") {
      clearBadge.current?.();
      clearBadge.current = null;
    }
    if (works) {
      keepTried(alert, true);
      set(alert, { stage: "works" });
    } else fail(alert, t(`check.${alert}.fix`));
  };
  const count = (connection.ms !== null ? 1 : 0) + Object.values(rows).filter((row) => row.stage === "works").length;
  const row = (alert: Alert, icon: IconType, note?: string) => (
    <CheckRow
      key={alert}
      icon={icon}
      name={t(`check.${alert}`)}
      note={note}
      ask={t(`check.${alert}.ask`)}
      row={rows[alert]}
      onTest={() => void test(alert)}
      onAnswer={(works) => answer(alert, works)}
    />
  );

  return (
    <section aria-labelledby="check-h">
      <h2 id="check-h">
        {t("check.title")} <span className="faint">{t("check.count", { n: count, all: 4 })}</span>
      </h2>
      <ul className="checks">
        <li>
          <Icon
            of={connection.ms !== null ? IconCircleCheck : connection.failed ? IconAlertCircle : IconWifi}
            className={connection.ms !== null ? "success" : connection.failed ? "danger" : "soft"}
          />
          <span className="grow">
            {t("check.connection")}{" "}
            <span className="faint">
              {connection.ms !== null
                ? t("check.connection.live", { ms: connection.ms })
                : connection.failed
                  ? t("check.connection.bad")
                  : t("check.connection.wait")}
            </span>
          </span>
        </li>
        {row("sound", IconVolume)}
        {row("desktop", IconDeviceDesktop)}
        {row("badge", IconAppWindow, t("check.badge.where"))}
      </ul>
    </section>
  );
}

function CheckRow({
  icon,
  name,
  note,
  ask,
  row,
  onTest,
  onAnswer,
}: {
  icon: IconType;
  name: string;
  note: string | undefined;
  ask: string;
  row: Row;
  onTest: () => void;
  onAnswer: (works: boolean) => void;
}): ReactNode {
  const shape = row.stage === "works" ? IconCircleCheck : row.stage === "failed" ? IconAlertCircle : icon;
  const words = row.stage === "asked" ? ask : row.stage === "works" ? t("check.worked") : row.stage === "failed" ? t("check.failed") : note;
  return (
    <li>
      <Icon of={shape} className={row.stage === "works" ? "success" : row.stage === "failed" ? "danger" : "soft"} />
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
          variant={row.stage === "works" ? "quiet" : undefined}
          aria-label={`${name}: ${t(row.stage === "idle" ? "check.test" : "check.again")}`}
          onClick={onTest}
        >
          {t(row.stage === "idle" ? "check.test" : "check.again")}
        </Button>
      )}
      {row.stage === "failed" && <p className="fix">{row.why}</p>}
    </li>
  );
}

/** Time there and back of a small request, asked again every ten seconds. */
function useConnectionTest(): { ms: number | null; failed: boolean } {
  const { data, isError } = useQuery({
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
  return { ms: isError ? null : (data ?? null), failed: isError };
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { saveAlertTestResult, getAlertTestResults } from "../../state/alerts/alert-self-test.ts";
import {
  runBadgeTest,
  runNotificationTest,
  runPushTest,
  runSoundTest,
  fixHint,
  type TestableAlert,
} from "./test-alert.ts";

export type TestState =
  | { stage: "idle" }
  | { stage: "sending" }
  | { stage: "asked" }
  | { stage: "works" }
  | { stage: "failed"; why: string };

export const testableAlerts = ["sound", "notification", "push", "badge"] as const;

/** The tests by alert. Each resolves to the reason of its failure, or null. */
const alertTests = {
  sound: runSoundTest,
  push: runPushTest,
  notification: runNotificationTest,
};

/** Manages the tests of alerts. The results are stored on this device. */
export function useAlertTests() {
  const queries = useQueryClient();
  const [rows, setRows] = useState(loadTestStates);
  const { badge, clearBadge } = useBadge();
  const set = (alert: TestableAlert, row: TestState) =>
    setRows((before) => ({ ...before, [alert]: row }));
  const fail = (alert: TestableAlert, reason: string) => {
    saveAlertTestResult(alert, false);
    set(alert, { stage: "failed", why: reason });
  };
  const test = async (alert: TestableAlert) => {
    clearBadge();
    if (alert === "badge") {
      badge();
      return set(alert, { stage: "asked" });
    }
    set(alert, { stage: "sending" });
    const reason = await alertTests[alert]();
    if (reason === null) set(alert, { stage: "asked" });
    else fail(alert, reason);
    if (alert === "push") void queries.invalidateQueries({ queryKey: ["push"] });
  };
  const answer = (alert: TestableAlert, works: boolean) => {
    if (alert === "badge") clearBadge();
    if (!works) return fail(alert, fixHint(alert));
    saveAlertTestResult(alert, true);
    set(alert, { stage: "works" });
  };
  return { rows, test, answer };
}

/** Returns the results of earlier tests. */
function loadTestStates(): Record<TestableAlert, TestState> {
  const results = getAlertTestResults();
  const row = (alert: TestableAlert): TestState => {
    const previous = results[alert];
    if (previous === undefined) return { stage: "idle" };
    // The reason was shown when the test failed. Only the result is stored.
    return previous.works ? { stage: "works" } : { stage: "failed", why: "" };
  };
  return {
    sound: row("sound"),
    notification: row("notification"),
    push: row("push"),
    badge: row("badge"),
  };
}

/** Manages the badge that a test shows until it is confirmed or the page closes. */
function useBadge() {
  const clear = useRef<(() => void) | null>(null);
  useEffect(() => () => clear.current?.(), []);
  return {
    badge: () => {
      clear.current = runBadgeTest();
    },
    clearBadge: () => {
      clear.current?.();
      clear.current = null;
    },
  };
}

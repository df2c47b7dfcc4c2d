import { IconAlertCircle, IconCheck, IconCircleDashed, IconLoader2 } from "@tabler/icons-react";
import { useState } from "react";
import { browserClock } from "../../../../../../state/clock.ts";
import { Icon } from "../../../../../../ui/Icon.tsx";
import { useNow } from "../../../../../../ui/time.ts";
import type { TestOutcome } from "./test-outcome.ts";
import { t } from "./text.ts";

/** Shows how long the test has been running. */
export function Running() {
  const [startedAt] = useState(() => browserClock.now());
  const now = useNow(1_000);
  return (
    <p className="line t13">
      <Icon of={IconLoader2} small className="turning info" />
      <span className="grow">{t("mailsetup.test.running")}</span>
      <span className="faint num" aria-hidden="true">
        {t("mailsetup.test.seconds", { n: Math.max(0, Math.round((now - startedAt) / 1_000)) })}
      </span>
    </p>
  );
}

interface TestResultsProps {
  outcome: TestOutcome;
  address: string;
  /** Who signed in at a provider, or null. */
  user: string | null;
}

/** Lists the results of the steps of the test. */
export function TestResults({ outcome, address, user }: TestResultsProps) {
  const { isSignedIn, isSent, hasArrived, isReady } = outcome;
  const isSendingTested = isSignedIn !== false;
  return (
    <>
      <ul className="stack8 t13" aria-label={t("mailsetup.test.results")}>
        {isSignedIn !== null && (
          <Line isOk={isSignedIn}>
            {isSignedIn && user !== null
              ? t("mailsetup.test.user", { user })
              : t(isSignedIn ? "mailsetup.test.signedin" : "mailsetup.test.signin")}
          </Line>
        )}
        <Line isOk={isSendingTested ? isSent : null}>
          {t(isSent ? "mailsetup.test.sent" : "mailsetup.test.send.line", { address })}
        </Line>
        <Line isOk={hasArrived}>
          {t(hasArrived === true ? "mailsetup.test.arrived" : "mailsetup.test.arrive")}
        </Line>
      </ul>
      {isReady && hasArrived === null && isSent && (
        <p className="t13">{t("mailsetup.test.later")}</p>
      )}
    </>
  );
}

/** A line of the results. null: this was not tested. */
function Line({ isOk, children }: { isOk: boolean | null; children: string }) {
  const [icon, tone] =
    isOk === null
      ? [IconCircleDashed, "faint"]
      : isOk
        ? [IconCheck, "success"]
        : [IconAlertCircle, "danger"];
  return (
    <li className="line">
      <Icon of={icon} small className={tone} />
      <span className="grow">{children}</span>
      {isOk !== true && (
        <span className="faint">
          {t(isOk === null ? "mailsetup.test.untested" : "mailsetup.test.failed")}
        </span>
      )}
    </li>
  );
}

import type { Endpoint } from "@parlour/protocol/api";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Banner } from "../../../ui/badges.tsx";
import { ScreenBanners } from "../../../ui/loading/BannerStack.tsx";
import { formatDayTime, formatExactTime, useNow } from "../../../ui/time.ts";
import { listUnhealthyEndpoints } from "../../../state/endpoint-health.ts";
import { t } from "../text.ts";
import { recentText, useEndpointSwitch } from "./EndpointCards.tsx";

/**
 * Shows the problem of each failing endpoint, its cause, and the remedy (WH-062). Several endpoints
 * are collapsed into one line.
 */
export function EndpointBanners({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const now = useNow(10_000);
  const [isExpanded, setExpanded] = useState(false);
  const problemEndpoints = listUnhealthyEndpoints(endpoints, now);
  return (
    <ScreenBanners>
      {problemEndpoints.length > 1 && (
        <Banner
          tone="bad"
          live
          closable
          action={
            <Button small aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
              {t(isExpanded ? "endpoints.many.hide" : "endpoints.many.show")}
            </Button>
          }
        >
          <strong className="medium">{t("endpoints.many", { n: problemEndpoints.length })}</strong>
        </Banner>
      )}
      {(problemEndpoints.length === 1 || isExpanded) &&
        problemEndpoints.map((endpoint) => (
          <UnhealthyBanner key={endpoint.id} endpoint={endpoint} now={now} />
        ))}
    </ScreenBanners>
  );
}

function UnhealthyBanner({ endpoint, now }: { endpoint: Endpoint; now: number }) {
  const { isAllowed, disabledReason, runAction } = useEndpointSwitch(endpoint);
  const isOff = endpoint.state === "off";
  const since = isOff ? endpoint.since : endpoint.failing_since;
  return (
    <Banner
      tone="bad"
      live
      closable
      action={
        <>
          <Link
            className="btn small"
            to="/settings/$"
            params={{ _splat: `${endpoint.kind}s/${endpoint.owner_id}` }}
          >
            {t("endpoints.open")}
          </Link>
          {isAllowed && (
            <Button
              small
              icon={isOff ? IconPlayerPlay : IconPlayerPause}
              unavailable={disabledReason}
              onClick={() => void runAction(isOff ? "resume" : "pause")}
            >
              {t(isOff ? "endpoints.on" : "endpoints.pause")}
            </Button>
          )}
        </>
      }
    >
      <p>
        <strong className="medium" title={since === null ? undefined : formatExactTime(since)}>
          {isOff
            ? t(endpoint.reason === "gone" ? "endpoints.gone.title" : "endpoints.failing.title", {
                name: endpoint.name,
              })
            : t("endpoints.sick.title", {
                name: endpoint.name,
                time: formatDayTime(since ?? "", now),
              })}
        </strong>{" "}
        {isOff ? t("endpoints.off.text") : problemText(endpoint, now)}
      </p>
    </Banner>
  );
}

/**
 * Describes the problem of an endpoint, for example "23 of the last 25 requests failed. Last
 * result: http_error, status 503. 41 events are queued in order; the next try is at 10:11."
 */
function problemText(endpoint: Endpoint, now: number): string {
  const { last_failure, queue, recent } = endpoint;
  const { pending, next_at } = queue;
  const isScheduled = next_at !== null && Date.parse(next_at) > now;
  return [
    recent.failed === 0 ? "" : `${recentText(endpoint)}.`,
    last_failure === null
      ? ""
      : last_failure.status === null
        ? t("endpoints.sick.last", { outcome: last_failure.outcome })
        : t("endpoints.sick.status", { ...last_failure, status: last_failure.status }),
    isScheduled && pending > 0
      ? t("endpoints.sick.next", { n: pending, time: formatDayTime(next_at, now) })
      : t("endpoints.sick.queue", { n: pending }),
  ]
    .filter((part) => part !== "")
    .join(" ");
}

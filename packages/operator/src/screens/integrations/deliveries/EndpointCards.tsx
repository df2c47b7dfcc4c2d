import type { Endpoint } from "@parlour/protocol/api";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Button } from "../../../ui/Button.tsx";
import { getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { useNow } from "../../../ui/time.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { getEndpointProblem, type EndpointProblem } from "../../../state/endpoint-health.ts";
import { formatAge } from "../age.ts";
import { t } from "../text.ts";
import { useConnectionProblem } from "../use-connection-problem.ts";

const maxCollapsed = 8;

/** Shows each endpoint with its queue, and a button to pause it (product.md 6, CORE-122). */
export function EndpointCards({
  endpoints,
  onChoose,
}: {
  endpoints: readonly Endpoint[];
  onChoose: (id: number) => void;
}) {
  const [isExpanded, setExpanded] = useState(false);
  const now = useNow(5000);
  if (endpoints.length === 0) return null;
  const visibleEndpoints = isExpanded ? endpoints : endpoints.slice(0, maxCollapsed);
  return (
    <section className="ends" aria-label={t("endpoints.title")}>
      {visibleEndpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} now={now} onChoose={onChoose} />
      ))}
      {endpoints.length > maxCollapsed && (
        <Button variant="quiet" onClick={() => setExpanded(!isExpanded)} aria-expanded={isExpanded}>
          {isExpanded ? t("endpoints.fewer") : t("endpoints.all", { n: endpoints.length })}
        </Button>
      )}
    </section>
  );
}

const problemDots: Record<NonNullable<EndpointProblem>, string> = {
  off: "bad",
  failing: "bad",
  paused: "away",
  waiting: "away",
};

interface EndpointCardProps {
  endpoint: Endpoint;
  now: number;
  onChoose: (id: number) => void;
}

function EndpointCard({ endpoint, now, onChoose }: EndpointCardProps) {
  const problem = getEndpointProblem(endpoint);
  const { isAllowed, disabledReason, runAction } = useEndpointSwitch(endpoint);
  const statusText = endpointStatusText(endpoint, now);
  return (
    <article className={`card endpoint ${problem === null ? "" : problemDots[problem]}`}>
      <h2>
        <span
          className={`dot ${problem === null ? (endpoint.state === "off" ? "off" : "") : problemDots[problem]}`}
        />
        <Button
          variant="text"
          className="cut"
          title={endpoint.url}
          onClick={() => onChoose(endpoint.id)}
        >
          {endpoint.name}
        </Button>
        <Tag>{t(`kind.${endpoint.kind}`)}</Tag>
      </h2>
      <p className="cut" title={statusText}>
        {statusText}
      </p>
      {endpoint.recent.attempts > 0 && <p className="cut">{recentText(endpoint)}</p>}
      {!isAllowed ? null : endpoint.state === "on" ? (
        <Button
          variant="quiet"
          small
          icon={IconPlayerPause}
          aria-label={t("endpoints.pause.name", { name: endpoint.name })}
          unavailable={disabledReason}
          onClick={() => void runAction("pause")}
        />
      ) : (
        endpoint.reason !== "disabled" && (
          <Button
            small
            icon={IconPlayerPlay}
            unavailable={disabledReason}
            aria-label={`${t(endpoint.state === "off" ? "endpoints.on" : "endpoints.resume")}: ${endpoint.name}`}
            onClick={() => void runAction("resume")}
          >
            {t(endpoint.state === "off" ? "endpoints.on" : "endpoints.resume")}
          </Button>
        )
      )}
    </article>
  );
}

/** Formats the recent attempts, for example "23 of the last 25 requests failed" (API-173). */
export function recentText({ recent: { attempts, failed } }: Endpoint): string {
  return failed === 0
    ? t("endpoints.recent.good", { n: attempts })
    : t("endpoints.recent.failed", { n: attempts, failed });
}

/** Formats the state of an endpoint, for example "Failing · 41 wait · oldest 12 min". */
function endpointStatusText(endpoint: Endpoint, now: number): string {
  const problem = getEndpointProblem(endpoint);
  const { queue, waiting } = endpoint;
  const formatSince = (time: string) => formatAge(now - Date.parse(time));
  const parts = [
    endpoint.state === "off" && endpoint.reason === "disabled" ? t("endpoints.disabled") : "",
    problem === null || problem === "waiting" ? "" : t(`endpoints.${problem}`),
    queue.pending > 0 ? t("endpoints.pending", { n: queue.pending }) : t("endpoints.none"),
    queue.oldest_at === null ? "" : t("endpoints.oldest", { age: formatSince(queue.oldest_at) }),
    waiting.lanes > 0
      ? t("endpoints.lanes", {
          n: waiting.lanes,
          age: waiting.oldest_at === null ? "" : formatSince(waiting.oldest_at),
        })
      : "",
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

function doneText({ kind, name }: Endpoint, action: "pause" | "resume"): string {
  if (action === "resume") return t("endpoints.resumed.done", { name });
  return t(kind === "bot" ? "endpoints.paused.bot" : "endpoints.paused.done", { name });
}

/**
 * Returns a function that pauses or resumes the endpoint. `isAllowed`: the role may do it.
 * `disabledReason` is a text or true if that is not possible now, otherwise false.
 */
export function useEndpointSwitch(endpoint: Endpoint) {
  const isAllowed = can(useCurrentOperator(), "deliveries.retry");
  const [busy, setBusy] = useState(false);
  const connectionProblem = useConnectionProblem();
  const runAction = async (action: "pause" | "resume"): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const updated = await api.post<Endpoint>(`/endpoints/${endpoint.id}/${action}`);
      queryClient.setQueryData<Endpoint[]>(["endpoints"], (list) =>
        list?.map((item) => (item.id === updated.id ? updated : item)),
      );
      toast(doneText(endpoint, action), {
        action:
          action === "pause"
            ? {
                label: t("endpoints.resume"),
                run: () =>
                  void api
                    .post(`/endpoints/${endpoint.id}/resume`)
                    .then(() => queryClient.invalidateQueries({ queryKey: ["endpoints"] }))
                    .catch((error: unknown) => toast(getErrorText(error), { tone: "bad" })),
              }
            : undefined,
      });
      void queryClient.invalidateQueries({ queryKey: ["endpoints"] });
    } catch (error) {
      toast(getErrorText(error), { tone: "bad" });
    } finally {
      setBusy(false);
    }
  };
  return { isAllowed, disabledReason: connectionProblem ?? busy, runAction };
}

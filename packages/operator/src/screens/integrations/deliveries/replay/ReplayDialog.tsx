import type { Endpoint, ReplayResult } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { browserClock } from "../../../../state/clock.ts";
import { api } from "../../../../state/api/api.ts";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../../../ui/dialog/dialog.tsx";
import { ErrorMessage, getErrorText } from "../../../../ui/loading/ErrorMessage.tsx";
import { Select, TextField } from "../../../../ui/Field.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { toStartTime, replayAll, timeRanges, type ReplayStart } from "./replay.ts";
import { t } from "../../text.ts";
import { useConnectionProblem } from "../../use-connection-problem.ts";

interface ReplayDialogProps {
  endpoints: readonly Endpoint[];
  selectedEndpoint: number | null;
  onClose: () => void;
  onResent: () => void;
}

/** Resends all failed deliveries of an endpoint since a chosen time. Counts them first (WH-072). */
export function ReplayDialog({
  endpoints,
  selectedEndpoint,
  onClose,
  onResent,
}: ReplayDialogProps) {
  const activeEndpoints = endpoints.filter((endpoint) => endpoint.state !== "off");
  const [endpoint, setEndpoint] = useState(
    activeEndpoints.some((item) => item.id === selectedEndpoint)
      ? selectedEndpoint
      : (activeEndpoints[0]?.id ?? null),
  );
  const [start, setStart] = useState<ReplayStart>({ range: "24h", customTime: "" });
  // The current time is fixed while the dialog is open, so that exactly the counted deliveries are
  // resent.
  const [now] = useState(() => browserClock.now());
  const from = toStartTime(start, now);
  const connectionProblem = useConnectionProblem();
  const { count, n, busy, send } = useReplay(endpoint, { from, until: new Date(now) }, () => {
    onResent();
    onClose();
  });
  return (
    <Dialog
      title={t("replay.title")}
      open
      onClose={onClose}
      actions={
        <DialogActions
          cancel={t("replay.cancel")}
          onClose={onClose}
          button={n ? t("replay.go", { n }) : t("retry.go")}
          unavailableReason={connectionProblem ?? (n === 0 && t("replay.none"))}
          busy={busy || !n}
          onPress={() => void send()}
        />
      }
    >
      <Select
        label={t("replay.endpoint")}
        value={String(endpoint ?? "")}
        onChange={(event) => setEndpoint(Number(event.target.value))}
        options={activeEndpoints.map((item) => ({
          value: String(item.id),
          label: `${item.name} · ${t(`kind.${item.kind}`)}`,
        }))}
        error={activeEndpoints.length === 0 ? t("replay.choose") : undefined}
      />
      <ReplayStartFields start={start} isInvalid={from === null} onChange={setStart} />
      <div aria-live="polite">
        {count.isError && <ErrorMessage error={count.error} onRetry={() => void count.refetch()} />}
        {count.isFetching && n === undefined && <p className="soft">{t("replay.counting")}</p>}
        {n !== undefined && <p className="medium">{t("replay.count", { n })}</p>}
        {n !== undefined && n > 0 && <p className="t13 soft">{t("replay.warn")}</p>}
      </div>
    </Dialog>
  );
}

/**
 * Returns the number of failed deliveries (`n`) and a function that resends them. The function
 * ignores calls while it runs, and shows the result as a toast.
 */
function useReplay(
  endpoint: number | null,
  { from, until }: { from: Date | null; until: Date },
  onDone: () => void,
) {
  const [busy, setBusy] = useState(false);
  const range = { endpoint, since: from?.toISOString() ?? "", until: until.toISOString() };
  const count = useQuery({
    queryKey: ["replay", range],
    enabled: endpoint !== null && from !== null,
    gcTime: 0,
    staleTime: 0,
    queryFn: () =>
      api.post<ReplayResult>("/deliveries/replay", range, { query: { dry_run: "true" } }),
  });
  const send = async () => {
    if (busy) return;
    setBusy(true);
    const { replayed, error } = await replayAll(
      (body) => api.post<ReplayResult>("/deliveries/replay", body),
      range,
    );
    setBusy(false);
    if (error === null) toast(t("replay.done", { n: replayed }));
    else toast(t("replay.failed", { n: replayed, why: getErrorText(error) }), { tone: "bad" });
    onDone();
  };
  return { count, n: from === null ? undefined : count.data?.count, busy, send };
}

interface ReplayStartFieldsProps {
  start: ReplayStart;
  isInvalid: boolean;
  onChange: (start: ReplayStart) => void;
}

function ReplayStartFields({ start, isInvalid, onChange }: ReplayStartFieldsProps) {
  return (
    <>
      <Select
        label={t("replay.since")}
        value={start.range}
        onChange={(event) =>
          onChange({
            ...start,
            range: timeRanges.find((timeRange) => timeRange === event.target.value) ?? "24h",
          })
        }
        options={timeRanges.map((timeRange) => ({
          value: timeRange,
          label: t(`replay.${timeRange}`),
        }))}
      />
      {start.range === "own" && (
        <TextField
          label={t("replay.when")}
          type="datetime-local"
          value={start.customTime}
          onChange={(event) => onChange({ ...start, customTime: event.target.value })}
          error={start.customTime !== "" && isInvalid ? t("replay.when.wrong") : undefined}
        />
      )}
    </>
  );
}

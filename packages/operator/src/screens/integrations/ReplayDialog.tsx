import type { Endpoint, Replayed } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogActions } from "../../ui/DialogActions.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { Select, TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { beginOf, replayAll, spans, type Since } from "./replay.ts";
import { t } from "./text.ts";
import { useUnreachable } from "./use-unreachable.ts";

/** Resends all failed deliveries of an endpoint since a time. Counts them first (WH-072). */
export function ReplayDialog({
  endpoints,
  chosen,
  onClose,
  onSent,
}: {
  endpoints: readonly Endpoint[];
  chosen: number | null;
  onClose: () => void;
  onSent: () => void;
}) {
  const usable = endpoints.filter((endpoint) => endpoint.state !== "off");
  const [endpoint, setEndpoint] = useState(usable.some((one) => one.id === chosen) ? chosen : (usable[0]?.id ?? null));
  const [since, setSince] = useState<Since>({ span: "24h", own: "" });
  // The time is fixed while the dialog is open, so that exactly the counted deliveries are resent.
  const [now] = useState(() => Date.now());
  const from = beginOf(since, now);
  const unreachable = useUnreachable();
  const { count, n, busy, send } = useReplay(endpoint, { from, until: new Date(now) }, () => {
    onSent();
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
          verb={n ? t("replay.go", { n }) : t("retry.go")}
          why={unreachable ?? (n === 0 && t("replay.none"))}
          busy={busy || !n}
          onPress={() => void send()}
        />
      }
    >
      <Select
        label={t("replay.endpoint")}
        value={String(endpoint ?? "")}
        onChange={(event) => setEndpoint(Number(event.target.value))}
        options={usable.map((one) => ({ value: String(one.id), label: `${one.name} · ${t(`kind.${one.kind}`)}` }))}
        error={usable.length === 0 ? t("replay.choose") : undefined}
      />
      <SinceFields since={since} wrong={from === null} onChange={setSince} />
      <div aria-live="polite">
        {count.isError && <Failure error={count.error} onRetry={() => void count.refetch()} />}
        {count.isFetching && n === undefined && <p className="soft">{t("replay.counting")}</p>}
        {n !== undefined && <p className="medium">{t("replay.count", { n })}</p>}
        {n !== undefined && n > 0 && <p className="t13 soft">{t("replay.warn")}</p>}
      </div>
    </Dialog>
  );
}

/**
 * Returns the number of deliveries (`n`) and a function that resends them. It ignores further calls
 * while it runs, and shows the result as a toast.
 */
function useReplay(endpoint: number | null, { from, until }: { from: Date | null; until: Date }, onEnd: () => void) {
  const [busy, setBusy] = useState(false);
  const what = { endpoint, since: from?.toISOString() ?? "", until: until.toISOString() };
  const count = useQuery({
    queryKey: ["replay", what],
    enabled: endpoint !== null && from !== null,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => api.post<Replayed>("/deliveries/replay", what, { query: { dry_run: "true" } }),
  });
  const send = async () => {
    if (busy) return;
    setBusy(true);
    const { replayed, error } = await replayAll((body) => api.post<Replayed>("/deliveries/replay", body), what);
    setBusy(false);
    if (error === null) toast(t("replay.done", { n: replayed }));
    else toast(t("replay.failed", { n: replayed, why: wordsOf(error) }), { tone: "bad" });
    onEnd();
  };
  return { count, n: from === null ? undefined : count.data?.count, busy, send };
}

function SinceFields({ since, wrong, onChange }: { since: Since; wrong: boolean; onChange: (since: Since) => void }) {
  return (
    <>
      <Select
        label={t("replay.since")}
        value={since.span}
        onChange={(event) => onChange({ ...since, span: spans.find((one) => one === event.target.value) ?? "24h" })}
        options={spans.map((one) => ({ value: one, label: t(`replay.${one}`) }))}
      />
      {since.span === "own" && (
        <TextField
          label={t("replay.when")}
          type="datetime-local"
          value={since.own}
          onChange={(event) => onChange({ ...since, own: event.target.value })}
          error={since.own !== "" && wrong ? t("replay.when.wrong") : undefined}
        />
      )}
    </>
  );
}

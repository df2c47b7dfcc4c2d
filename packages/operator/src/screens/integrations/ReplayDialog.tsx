import type { Endpoint, Replayed } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { Select, TextField } from "../../ui/Field.tsx";
import { toast } from "../../ui/toast.tsx";
import { replayAll } from "./replay.ts";
import { t } from "./text.ts";

const spans = ["1h", "24h", "7d", "own"] as const;
type Span = (typeof spans)[number];
const hours: Record<Exclude<Span, "own">, number> = { "1h": 1, "24h": 24, "7d": 168 };

/** Everything an endpoint failed to take since a time: counted first, then sent again (WH-072). */
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
  const [span, setSpan] = useState<Span>("24h");
  const [own, setOwn] = useState("");
  // One moment for the whole dialog: what was counted is what is sent.
  const [now] = useState(() => Date.now());
  const [busy, setBusy] = useState(false);
  const since = span === "own" ? (own === "" ? null : new Date(own).getTime()) : now - hours[span] * 3_600_000;
  const wrong = since === null || Number.isNaN(since) || since >= now;
  const what = { endpoint, since: wrong ? "" : new Date(since).toISOString(), until: new Date(now).toISOString() };
  const count = useQuery({
    queryKey: ["replay", what],
    enabled: endpoint !== null && !wrong,
    gcTime: 0,
    staleTime: 0,
    queryFn: () => api.post<Replayed>("/deliveries/replay", what, { query: { dry_run: "true" } }),
  });
  const n = wrong ? undefined : count.data?.count;
  const send = async () => {
    if (busy || n === undefined || n === 0) return;
    setBusy(true);
    const { replayed, error } = await replayAll((body) => api.post<Replayed>("/deliveries/replay", body), what);
    setBusy(false);
    if (error === null) toast(t("replay.done", { n: replayed }));
    else toast(t("replay.failed", { n: replayed, why: wordsOf(error) }), { tone: "bad" });
    onSent();
    onClose();
  };
  return (
    <Dialog
      title={t("replay.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("replay.cancel")}</Button>
          <Button variant="primary" unavailable={busy || n === undefined || n === 0} onClick={() => void send()}>
            {n === undefined || n === 0 ? t("retry.go") : t("replay.go", { n })}
          </Button>
        </>
      }
    >
      <Select
        label={t("replay.endpoint")}
        value={String(endpoint ?? "")}
        onChange={(event) => setEndpoint(Number(event.target.value))}
        options={usable.map((one) => ({ value: String(one.id), label: `${one.name} · ${t(`kind.${one.kind}`)}` }))}
        error={usable.length === 0 ? t("replay.choose") : undefined}
      />
      <Select
        label={t("replay.since")}
        value={span}
        onChange={(event) => setSpan(spans.find((one) => one === event.target.value) ?? "24h")}
        options={spans.map((one) => ({ value: one, label: t(`replay.${one}`) }))}
      />
      {span === "own" && (
        <TextField
          label={t("replay.when")}
          type="datetime-local"
          value={own}
          onChange={(event) => setOwn(event.target.value)}
          error={own !== "" && wrong ? t("replay.when.wrong") : undefined}
        />
      )}
      <div aria-live="polite">
        {count.isError && <Failure error={count.error} onRetry={() => void count.refetch()} />}
        {count.isFetching && n === undefined && <p className="soft">{t("replay.counting")}</p>}
        {n !== undefined && <p className="medium">{t("replay.count", { n })}</p>}
        {n !== undefined && n > 0 && <p className="t13 soft">{t("replay.warn")}</p>}
      </div>
    </Dialog>
  );
}

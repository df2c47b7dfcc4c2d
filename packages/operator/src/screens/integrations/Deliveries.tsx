import type { Delivery } from "@parlour/protocol";
import type { Replayed } from "@parlour/protocol/api";
import { IconPlugConnected, IconRotateClockwise } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, queries } from "../../state/api.ts";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { Banner, Empty } from "../../ui/marks.tsx";
import { useTitle } from "../../ui/title.ts";
import { clockTime } from "../../ui/Time.tsx";
import { toast } from "../../ui/toast.tsx";
import { EndpointBanners, EndpointCards } from "./Endpoints.tsx";
import { useEndpoints } from "../../state/endpoints.ts";
import { everything, filterOfSearch, isNarrow, type Filter } from "./filter.ts";
import { DeskHead } from "./Head.tsx";
import { LedgerFilters } from "./LedgerFilters.tsx";
import { LedgerTable } from "./LedgerTable.tsx";
import { replayAll, replayBatches } from "./replay.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { t } from "./text.ts";
import { useInside } from "../../ui/use-inside.ts";
import { useLedger } from "./use-ledger.ts";

/** The delivery ledger: what went out, what came back, every byte, again (API-050). */
export function Deliveries({ openId }: { openId: number | null }) {
  useTitle("section", t("integrations.title"));
  useTitle("page", openId === null ? t("integrations.deliveries") : `#${openId}`);
  const router = useRouter();
  const [filter, setFilter] = useState<Filter>(() => filterOfSearch(router.state.location.search as Record<string, unknown>));
  const [ledger, setLedger] = useState<HTMLElement | null>(null);
  const [picked, setPicked] = useState<ReadonlyMap<number, Delivery>>(new Map());
  const [replaying, setReplaying] = useState(false);
  const inside = useInside(ledger);
  const { pages, head, rows, newer, showNewer, renew } = useLedger(filter, inside || openId !== null);
  const late = useLate(pages.isPending);
  const { data: endpoints = [] } = useEndpoints();
  // A row opened by its address may be older than what is listed.
  const linked = useQuery({
    queryKey: ["deliveries", openId],
    enabled: openId !== null,
    queryFn: () => api.get<Delivery>(`/deliveries/${String(openId)}`),
    retry: 0,
    refetchInterval: 4000,
  });
  const apart = openId !== null && pages.isSuccess && !rows.some((row) => row.id === openId) ? linked.data : undefined;
  const shown = apart === undefined ? rows : [apart, ...rows];
  const toggle = (id: number) =>
    void router.navigate({ to: "/integrations/$", params: { _splat: id === openId ? "deliveries" : `deliveries/${id}` }, replace: true });
  const sent = () => {
    renew();
    // Also a query that is switched off would be asked.
    if (openId !== null) void linked.refetch();
    void queries.invalidateQueries({ queryKey: ["endpoints"] });
  };
  const narrow = (next: Filter) => {
    setFilter(next);
    setPicked(new Map());
  };
  const choose = (endpoint: number) => narrow({ ...everything, endpoint });
  const filtered = isNarrow(filter);

  return (
    <main className="page">
      <DeskHead at="deliveries" />
      {pages.isError && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
      {head.isError && !pages.isError && (
        <Banner tone="warn">{t("ledger.asof", { time: clockTime(head.dataUpdatedAt || pages.dataUpdatedAt) })}</Banner>
      )}
      {linked.isError && <Failure error={linked.error} />}
      <EndpointBanners endpoints={endpoints} onChoose={choose} />
      <div className="body">
        <EndpointCards endpoints={endpoints} onChoose={choose} />
        <LedgerFilters filter={filter} onChange={narrow} endpoints={endpoints}>
          <span className="grow" />
          {picked.size > 0 ? (
            <Picked picked={picked} onClear={() => setPicked(new Map())} onSent={sent} />
          ) : (
            endpoints.length > 0 && (
              <Button className="act" small icon={IconRotateClockwise} onClick={() => setReplaying(true)}>
                {t("ledger.replay")}
              </Button>
            )
          )}
        </LedgerFilters>
        {late && (
          <section className="card ledger" aria-busy="true">
            <RowBones rows={6} />
          </section>
        )}
        {pages.isSuccess && shown.length === 0 && (
          <Empty
            icon={IconPlugConnected}
            title={t(filtered ? "ledger.none" : "ledger.empty")}
            action={filtered && <Button onClick={() => narrow(everything)}>{t("ledger.none.clear")}</Button>}
          >
            {!filtered && t("ledger.empty.text")}
          </Empty>
        )}
        {shown.length > 0 && (
          <section className="card ledger" aria-label={t("ledger.title")} ref={setLedger}>
            {newer > 0 && (
              <button type="button" className="newer" onClick={showNewer}>
                {t("ledger.new", { n: newer })}
              </button>
            )}
            <LedgerTable
              rows={shown}
              openId={openId}
              resting={new Set(endpoints.filter((endpoint) => endpoint.state === "paused").map((endpoint) => endpoint.id))}
              picked={picked}
              onPick={(row, on) => setPicked((before) => withPick(before, row, on))}
              onToggle={toggle}
              onSent={sent}
            />
            {pages.hasNextPage && (
              <div className="older">
                <Button unavailable={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                  {t("ledger.more")}
                </Button>
              </div>
            )}
          </section>
        )}
      </div>
      {replaying && <ReplayDialog endpoints={endpoints} chosen={filter.endpoint} onClose={() => setReplaying(false)} onSent={sent} />}
    </main>
  );
}

function withPick(before: ReadonlyMap<number, Delivery>, row: Delivery, on: boolean): ReadonlyMap<number, Delivery> {
  const next = new Map(before);
  if (on) next.set(row.id, row);
  else next.delete(row.id);
  return next;
}

/** The selected rows, sent again together. */
function Picked({ picked, onClear, onSent }: { picked: ReadonlyMap<number, Delivery>; onClear: () => void; onSent: () => void }) {
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy) return;
    setBusy(true);
    let done = 0;
    let fault: unknown = null;
    for (const batch of replayBatches([...picked.values()])) {
      const { replayed, error } = await replayAll((body) => api.post<Replayed>("/deliveries/replay", body), batch);
      done += replayed;
      fault ??= error;
    }
    if (fault === null) toast(t("replay.done", { n: done }));
    else toast(t("replay.failed", { n: done, why: wordsOf(fault) }), { tone: "bad" });
    setBusy(false);
    onClear();
    onSent();
  };
  return (
    <>
      <span className="t13 num">{t("ledger.picked", { n: picked.size })}</span>
      <Button small className="act" icon={IconRotateClockwise} unavailable={busy} title={t("replay.warn")} onClick={() => void send()}>
        {t("ledger.picked.go")}
      </Button>
      <Button small variant="quiet" onClick={onClear}>
        {t("ledger.picked.clear")}
      </Button>
    </>
  );
}

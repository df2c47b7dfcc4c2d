import type { Delivery } from "@parlour/protocol";
import { IconPlugConnected } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../state/api.ts";
import { RowBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Banner, Empty } from "../../ui/marks.tsx";
import { useTitle } from "../../ui/title.ts";
import { clockTime } from "../../ui/Time.tsx";
import { LedgerFilters } from "./LedgerFilters.tsx";
import { LedgerTable } from "./LedgerTable.tsx";
import { t } from "./text.ts";
import { useInside } from "./use-inside.ts";
import { useLedger, type Filter } from "./use-ledger.ts";

const everything: Filter = { state: null, endpoint: null, chat: null, hours: null };

/** The delivery ledger: what went out, what came back, every byte, again (API-050). */
export function Deliveries({ openId }: { openId: number | null }) {
  useTitle("section", t("integrations.title"));
  useTitle("page", openId === null ? t("integrations.deliveries") : `#${openId}`);
  const router = useRouter();
  const [filter, setFilter] = useState<Filter>(() => {
    const chat = Number((router.state.location.search as { chat?: unknown }).chat);
    return { ...everything, ...(Number.isSafeInteger(chat) && chat > 0 && { chat }) };
  });
  const [ledger, setLedger] = useState<HTMLElement | null>(null);
  const inside = useInside(ledger);
  const { pages, head, rows, newer, showNewer, renew } = useLedger(filter, inside || openId !== null);
  const late = useLate(pages.isPending);
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
  const endpoints = new Map(rows.map((row) => [row.endpoint.id, row.endpoint.name]));
  const toggle = (id: number) =>
    void router.navigate({ to: "/integrations/$", params: { _splat: id === openId ? "deliveries" : `deliveries/${id}` }, replace: true });
  const sent = () => {
    renew();
    void linked.refetch();
  };
  const filtered = filter.state !== null || filter.endpoint !== null || filter.chat !== null || filter.hours !== null;

  return (
    <main className="page">
      <LedgerHead />
      {pages.isError && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
      {head.isError && !pages.isError && (
        <Banner tone="warn">{t("ledger.asof", { time: clockTime(head.dataUpdatedAt || pages.dataUpdatedAt) })}</Banner>
      )}
      {linked.isError && <Failure error={linked.error} />}
      <div className="body">
        <LedgerFilters filter={filter} onChange={setFilter} endpoints={endpoints} />
        {late && (
          <section className="card ledger" aria-busy="true">
            <RowBones rows={6} />
          </section>
        )}
        {pages.isSuccess && shown.length === 0 && (
          <Empty
            icon={IconPlugConnected}
            title={t(filtered ? "ledger.none" : "ledger.empty")}
            action={filtered && <Button onClick={() => setFilter(everything)}>{t("ledger.none.clear")}</Button>}
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
            <LedgerTable rows={shown} openId={openId} onToggle={toggle} onSent={sent} />
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
    </main>
  );
}

function LedgerHead() {
  return (
    <header className="pagehead">
      <h1>{t("integrations.title")}</h1>
      <nav className="tabs" aria-label={t("integrations.title")}>
        <Link to="/integrations/$" params={{ _splat: "deliveries" }} aria-current="page">
          {t("integrations.deliveries")}
        </Link>
      </nav>
    </header>
  );
}

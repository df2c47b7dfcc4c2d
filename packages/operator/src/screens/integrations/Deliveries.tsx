import type { Delivery } from "@parlour/protocol";
import { IconPlugConnected, IconX } from "@tabler/icons-react";
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
import { DeliveryRow } from "./DeliveryRow.tsx";
import { FilterMenu } from "./FilterMenu.tsx";
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
  const filtered = filter.state !== null || filter.endpoint !== null || filter.chat !== null || filter.hours !== null;

  return (
    <main className="page">
      <header className="pagehead">
        <h1>{t("integrations.title")}</h1>
        <nav className="tabs" aria-label={t("integrations.title")}>
          <Link to="/integrations/$" params={{ _splat: "deliveries" }} aria-current="page">
            {t("integrations.deliveries")}
          </Link>
        </nav>
      </header>
      {pages.isError && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
      {head.isError && !pages.isError && (
        <Banner tone="warn">{t("ledger.asof", { time: clockTime(head.dataUpdatedAt || pages.dataUpdatedAt) })}</Banner>
      )}
      {linked.isError && <Failure error={linked.error} />}
      <div className="body">
        <search className="filters" aria-label={t("ledger.filter")}>
          <FilterMenu
            name={t("ledger.state")}
            value={filter.state}
            onChange={(state) => setFilter({ ...filter, state })}
            options={[
              { value: null, label: t("ledger.all") },
              { value: "pending", label: t("state.pending") },
              { value: "delivered", label: t("state.delivered") },
              { value: "failed", label: t("state.failed") },
            ]}
          />
          <FilterMenu
            name={t("ledger.endpoint")}
            value={filter.endpoint}
            onChange={(endpoint) => setFilter({ ...filter, endpoint })}
            options={[{ value: null, label: t("ledger.all") }, ...[...endpoints].map(([value, label]) => ({ value, label }))]}
          />
          <FilterMenu
            name={t("ledger.time")}
            value={filter.hours}
            onChange={(hours) => setFilter({ ...filter, hours })}
            options={[
              { value: 1, label: t("ledger.1h") },
              { value: 24, label: t("ledger.24h") },
              { value: 168, label: t("ledger.7d") },
              { value: null, label: t("ledger.ever") },
            ]}
          />
          {filter.chat !== null && (
            <Button
              className="on act"
              icon={IconX}
              small
              iconEnd
              title={t("ledger.only.clear")}
              onClick={() => setFilter({ ...filter, chat: null })}
            >
              {t("ledger.only", { id: filter.chat })}
            </Button>
          )}
        </search>
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
            <table>
              <colgroup>
                <col className="c-x" />
                <col className="c-state" />
                <col className="c-time" />
                <col className="c-event" />
                <col className="c-end" />
                <col className="c-chat" />
                <col />
                <col className="c-tries" />
                <col className="c-act" />
              </colgroup>
              <thead>
                <tr>
                  <th scope="col">
                    <span className="vh">{t("ledger.expand")}</span>
                  </th>
                  <th scope="col">{t("ledger.state")}</th>
                  <th scope="col">{t("ledger.time")}</th>
                  <th scope="col">{t("ledger.event")}</th>
                  <th scope="col">{t("ledger.endpoint")}</th>
                  <th scope="col">{t("ledger.chat")}</th>
                  <th scope="col">{t("ledger.outcome")}</th>
                  <th scope="col" className="end-n">
                    {t("ledger.tries")}
                  </th>
                  <th scope="col">
                    <span className="vh">{t("ledger.action")}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {shown.map((row) => (
                  <DeliveryRow
                    key={row.id}
                    delivery={row}
                    open={row.id === openId}
                    onToggle={() => toggle(row.id)}
                    onSent={() => {
                      renew();
                      void linked.refetch();
                    }}
                  />
                ))}
              </tbody>
            </table>
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

import type { Delivery } from "@parlour/protocol";
import type { Replayed } from "@parlour/protocol/api";
import { IconPlugConnected, IconRotateClockwise } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState, type ComponentProps } from "react";
import { api, queries } from "../../state/api.ts";
import { Age } from "../../ui/Age.tsx";
import { useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure, wordsOf } from "../../ui/Failure.tsx";
import { Empty } from "../../ui/marks.tsx";
import { Older } from "../../ui/Older.tsx";
import { useTitle } from "../../ui/title.ts";
import { toast } from "../../ui/toast.tsx";
import { useDeed } from "../../ui/deed.ts";
import { useKeys } from "../../ui/keys.ts";
import { EndpointBanners, EndpointCards } from "./Endpoints.tsx";
import { useEndpoints } from "../../state/endpoints.ts";
import { Figures } from "./Figures.tsx";
import { everything, filterOfSearch, isNarrow } from "./filter.ts";
import { DeskHead } from "./Head.tsx";
import { LedgerBones, Newer } from "./Newer.tsx";
import { LedgerFilters } from "./LedgerFilters.tsx";
import { LedgerTable } from "./LedgerTable.tsx";
import { replayAll, replayBatches } from "./replay.ts";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { t } from "./text.ts";
import { filledOf } from "../../ui/address-words.ts";
import { useAddressed } from "../../ui/use-addressed.ts";
import { useListSteps } from "../../ui/list-steps.ts";
import { useInside } from "../../ui/use-inside.ts";
import { useLedger } from "./use-ledger.ts";
import { useUnreachable } from "./use-unreachable.ts";

/** Delivery log: deliveries with their requests and responses as bytes, and resending (API-050). */
export function Deliveries({ openId }: { openId: number | null }) {
  useTitle("section", t("integrations.title"));
  useTitle("page", openId === null ? t("integrations.deliveries") : `#${openId}`);
  const desk = useLedgerDesk(openId);
  const { ledger, linked, endpoints, filter, narrow, picked, clearPicked, sent } = desk;
  const { pages, head } = ledger;
  const late = useLate(pages.isPending);
  const choose = (endpoint: number) => narrow({ ...everything, endpoint });
  return (
    <main className="page">
      <DeskHead at="deliveries" />
      {pages.isError && !pages.isRefetchError && <Failure error={pages.error} onRetry={() => void pages.refetch()} />}
      {pages.isRefetchError && <Age of={pages} />}
      {!pages.isError && <Age of={{ ...head, dataUpdatedAt: head.dataUpdatedAt || pages.dataUpdatedAt }} />}
      {linked.isError && <Failure error={linked.error} />}
      <EndpointBanners endpoints={endpoints} />
      <div className="body">
        <Figures filter={filter} endpoints={endpoints} />
        <EndpointCards endpoints={endpoints} onChoose={choose} />
        <LedgerFilters filter={filter} onChange={narrow} endpoints={endpoints}>
          <div className="acts">
            {picked.size > 0 ? (
              <Picked picked={picked} onClear={clearPicked} onSent={sent} />
            ) : (
              endpoints.length > 0 && <ReplayButton endpoints={endpoints} chosen={filter.endpoint} onSent={sent} />
            )}
          </div>
        </LedgerFilters>
        {late && <LedgerBones />}
        {pages.isSuccess && desk.rows.length === 0 && <Nothing filtered={isNarrow(filter)} onClear={() => narrow(everything)} />}
        {desk.rows.length > 0 && <Listed desk={desk} openId={openId} />}
      </div>
    </main>
  );
}

/** Returns the state of the delivery log: filter, rows including the one in the URL, selection. */
function useLedgerDesk(openId: number | null) {
  const router = useRouter();
  const [filter, setFilter] = useAddressed(filterOfSearch, filledOf);
  const [list, setList] = useState<HTMLElement | null>(null);
  const [{ under, picks }, setPicked] = useState({ under: filter, picks: nonePicked });
  // A selection made under another filter is not resent, because its rows may be hidden.
  const picked = under === filter ? picks : nonePicked;
  const inside = useInside(list);
  useListSteps({ list: () => list });
  useKeys({ r: () => sendFocusedAgain(list) });
  const ledger = useLedger(filter, inside || openId !== null);
  const { linked, rows } = useLinked(openId, ledger);
  const { data: endpoints = [] } = useEndpoints();
  const clearPicked = () => setPicked({ under: filter, picks: nonePicked });
  return {
    ledger,
    linked,
    rows,
    endpoints,
    filter,
    setList,
    picked,
    clearPicked,
    narrow: setFilter,
    pick: (row: Delivery, on: boolean) => setPicked({ under: filter, picks: withPick(picked, row, on) }),
    toggle: (id: number) => {
      const params = { _splat: id === openId ? "deliveries" : `deliveries/${id}` };
      void router.navigate({ to: "/integrations/$", params, search: true as never, replace: true });
    },
    sent: () => {
      ledger.renew();
      // `refetch` would also run for a disabled query.
      if (openId !== null) void linked.refetch();
      void queries.invalidateQueries({ queryKey: ["endpoints"] });
    },
  };
}

/**
 * Presses "Send again" of the focused delivery, in its row or its details (API-174). Returns false
 * if it has no such button.
 */
function sendFocusedAgain(list: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest("tr") ?? null;
  if (focused === null || list?.contains(focused) !== true) return false;
  const row = focused.classList.contains("detail") ? focused.previousElementSibling : focused;
  const button = row?.querySelector<HTMLButtonElement>("[data-again]");
  button?.click();
  return button instanceof HTMLButtonElement;
}

/** Adds the delivery in the URL before the other rows, if the list does not contain it. */
function useLinked(openId: number | null, { pages, rows }: ReturnType<typeof useLedger>) {
  const linked = useQuery({
    queryKey: ["deliveries", openId],
    enabled: openId !== null,
    queryFn: () => api.get<Delivery>(`/deliveries/${String(openId)}`),
    retry: 0,
    refetchInterval: 4000,
  });
  const apart = openId !== null && pages.isSuccess && !rows.some((row) => row.id === openId) ? linked.data : undefined;
  return { linked, rows: apart === undefined ? rows : [apart, ...rows] };
}

/** Renders the rows. New rows wait above while the list is in use, and older rows load below. */
function Listed({ desk, openId }: { desk: ReturnType<typeof useLedgerDesk>; openId: number | null }) {
  const { ledger, rows, endpoints, picked, setList } = desk;
  const { pages, newer, showNewer } = ledger;
  return (
    <section className="card ledger" aria-label={t("ledger.title")} ref={setList}>
      <Newer n={newer} onShow={showNewer} />
      <LedgerTable
        rows={rows}
        openId={openId}
        resting={new Set(endpoints.filter((endpoint) => endpoint.state === "paused").map((endpoint) => endpoint.id))}
        picked={picked}
        onPick={desk.pick}
        onToggle={desk.toggle}
        onSent={desk.sent}
      />
      <Older more={pages.hasNextPage ? () => void pages.fetchNextPage() : null} busy={pages.isFetchingNextPage}>
        {t("ledger.more")}
      </Older>
    </section>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Empty
      icon={IconPlugConnected}
      title={t(filtered ? "ledger.none" : "ledger.empty")}
      action={filtered && <Button onClick={onClear}>{t("ledger.none.clear")}</Button>}
    >
      {!filtered && t("ledger.empty.text")}
    </Empty>
  );
}

/** Opens the dialog that resends failed deliveries. */
function ReplayButton(dialog: Omit<ComponentProps<typeof ReplayDialog>, "onClose">) {
  const [asking, setAsking] = useState(false);
  const unreachable = useUnreachable();
  return (
    <>
      <Button className="act" small icon={IconRotateClockwise} unavailable={unreachable ?? false} onClick={() => setAsking(true)}>
        {t("ledger.replay")}
      </Button>
      {asking && <ReplayDialog {...dialog} onClose={() => setAsking(false)} />}
    </>
  );
}

const nonePicked: ReadonlyMap<number, Delivery> = new Map();
function withPick(before: ReadonlyMap<number, Delivery>, row: Delivery, on: boolean): ReadonlyMap<number, Delivery> {
  const next = new Map(before);
  if (on) next.set(row.id, row);
  else next.delete(row.id);
  return next;
}

/** Resends the selected rows together. */
function Picked({ picked, onClear, onSent }: { picked: ReadonlyMap<number, Delivery>; onClear: () => void; onSent: () => void }) {
  const { busy, run } = useDeed();
  const unreachable = useUnreachable();
  const send = async () => {
    let done = 0;
    let fault: unknown = null;
    for (const batch of replayBatches([...picked.values()])) {
      const { replayed, error } = await replayAll((body) => api.post<Replayed>("/deliveries/replay", body), batch);
      done += replayed;
      fault ??= error;
    }
    if (fault === null) toast(t("replay.done", { n: done }));
    else toast(t("replay.failed", { n: done, why: wordsOf(fault) }), { tone: "bad" });
    onClear();
    onSent();
  };
  return (
    <>
      <span className="t13 num">{t("ledger.picked", { n: picked.size })}</span>
      <Button
        small
        className="act"
        icon={IconRotateClockwise}
        unavailable={unreachable ?? busy}
        title={t("replay.warn")}
        onClick={() => void run(send)}
      >
        {t("ledger.picked.go")}
      </Button>
      <Button small variant="quiet" onClick={onClear}>
        {t("ledger.picked.clear")}
      </Button>
    </>
  );
}

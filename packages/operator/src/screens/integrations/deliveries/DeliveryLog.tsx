import type { Delivery } from "@parlour/protocol";
import type { ReplayResult } from "@parlour/protocol/api";
import { IconPlugConnected, IconRotateClockwise } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useQuery } from "@tanstack/react-query";
import { useState, type ComponentProps } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { StaleNotice } from "../../../ui/loading/StaleNotice.tsx";
import { useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage, getErrorText } from "../../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { useTitle } from "../../../ui/title.ts";
import { toast } from "../../../ui/dialog/toast.tsx";
import { useApiMutation } from "../../../ui/mutation.ts";
import { useShortcuts } from "../../../ui/keyboard/shortcuts.ts";
import { EndpointBanners, EndpointCards } from "./Endpoints.tsx";
import { useEndpoints } from "../../../state/endpoint-health.ts";
import { DeliveryStatistics } from "./DeliveryStatistics.tsx";
import { emptyFilter, parseFilter, hasFilter } from "./delivery-filter.ts";
import { IntegrationsHeader } from "../IntegrationsHeader.tsx";
import { DeliveryTableSkeleton, NewRowsButton } from "../NewRowsButton.tsx";
import { DeliveryFilters } from "./DeliveryFilters.tsx";
import { DeliveryTable } from "./DeliveryTable.tsx";
import { replayAll, createReplayBatches } from "./replay/replay.ts";
import { ReplayDialog } from "./replay/ReplayDialog.tsx";
import { t } from "../text.ts";
import { omitEmptyParams } from "../../../ui/address/search-params.ts";
import { useSearchParamsState } from "../../../ui/address/search-params.ts";
import { useListSteps } from "../../../ui/keyboard/use-list-steps.ts";
import { useHoverOrFocus } from "../../../ui/dialog/use-hover-or-focus.ts";
import { useDeliveryLog } from "./use-delivery-log.ts";
import { useConnectionProblem } from "../use-connection-problem.ts";

/**
 * Renders the delivery log: deliveries with their requests and responses as bytes, and the actions
 * to resend them (API-050).
 */
export function DeliveryLog({ openId }: { openId: number | null }) {
  useTitle("section", t("integrations.title"));
  useTitle("page", openId === null ? t("integrations.deliveries") : `#${openId}`);
  const screen = useDeliveryLogScreen(openId);
  const { log, linked, endpoints, filter, setFilter, selection, clearSelection, onResent } = screen;
  const { pages, head } = log;
  const isDelayed = useDelayedLoading(pages.isPending);
  const filterByEndpoint = (endpoint: number) => setFilter({ ...emptyFilter, endpoint });
  return (
    <main className="page">
      <IntegrationsHeader current="deliveries" />
      {pages.isError && !pages.isRefetchError && (
        <ErrorMessage error={pages.error} onRetry={() => void pages.refetch()} />
      )}
      {pages.isRefetchError && <StaleNotice query={pages} />}
      {!pages.isError && (
        <StaleNotice
          query={{ ...head, dataUpdatedAt: head.dataUpdatedAt || pages.dataUpdatedAt }}
        />
      )}
      {linked.isError && <ErrorMessage error={linked.error} />}
      <EndpointBanners endpoints={endpoints} />
      <div className="body">
        <DeliveryStatistics filter={filter} endpoints={endpoints} />
        <EndpointCards endpoints={endpoints} onChoose={filterByEndpoint} />
        <DeliveryFilters filter={filter} onChange={setFilter} endpoints={endpoints}>
          <div className="acts">
            {selection.size > 0 ? (
              <SelectionActions
                selection={selection}
                onClear={clearSelection}
                onResent={onResent}
              />
            ) : (
              endpoints.length > 0 && (
                <ReplayButton
                  endpoints={endpoints}
                  selectedEndpoint={filter.endpoint}
                  onResent={onResent}
                />
              )
            )}
          </div>
        </DeliveryFilters>
        {isDelayed && <DeliveryTableSkeleton />}
        {pages.isSuccess && screen.rows.length === 0 && (
          <EmptyLog filtered={hasFilter(filter)} onClear={() => setFilter(emptyFilter)} />
        )}
        {screen.rows.length > 0 && <DeliveryRows screen={screen} openId={openId} />}
      </div>
    </main>
  );
}

/**
 * Returns the state of the delivery log: filter, rows (including the delivery in the URL) and
 * selection.
 */
function useDeliveryLogScreen(openId: number | null) {
  const router = useRouter();
  const [filter, setFilter] = useSearchParamsState(parseFilter, omitEmptyParams);
  const [list, setList] = useState<HTMLElement | null>(null);
  const [{ under: selectionFilter, picks: storedSelection }, setSelection] = useState({
    under: filter,
    picks: noSelection,
  });
  // Drops a selection made with another filter, because its rows may be hidden now.
  const selection = selectionFilter === filter ? storedSelection : noSelection;
  const isListActive = useHoverOrFocus(list);
  useListSteps({ list: () => list });
  useShortcuts({ r: () => resendFocused(list) });
  const log = useDeliveryLog(filter, isListActive || openId !== null);
  const { linked, rows } = useLinkedDelivery(openId, log);
  const { data: endpoints = [] } = useEndpoints();
  const clearSelection = () => setSelection({ under: filter, picks: noSelection });
  return {
    log,
    linked,
    rows,
    endpoints,
    filter,
    setList,
    selection,
    clearSelection,
    setFilter: setFilter,
    select: (row: Delivery, isSelected: boolean) =>
      setSelection({ under: filter, picks: withSelection(selection, row, isSelected) }),
    toggle: (id: number) => {
      const params = { _splat: id === openId ? "deliveries" : `deliveries/${id}` };
      void router.navigate({ to: "/integrations/$", params, search: true as never, replace: true });
    },
    onResent: () => {
      log.reload();
      // Checks the id, because `refetch` also runs for a disabled query.
      if (openId !== null) void linked.refetch();
      void queryClient.invalidateQueries({ queryKey: ["endpoints"] });
    },
  };
}

/**
 * Presses "Send again" of the delivery that has the focus, in its row or its details (API-174).
 * Returns false if it has no such button.
 */
function resendFocused(list: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest("tr") ?? null;
  if (focused === null || list?.contains(focused) !== true) return false;
  const row = focused.classList.contains("detail") ? focused.previousElementSibling : focused;
  const button = row?.querySelector<HTMLButtonElement>("[data-again]");
  button?.click();
  return button instanceof HTMLButtonElement;
}

/** Adds the delivery in the URL above the other rows, if the list does not contain it. */
function useLinkedDelivery(
  openId: number | null,
  { pages, rows }: ReturnType<typeof useDeliveryLog>,
) {
  const linked = useQuery({
    queryKey: ["deliveries", openId],
    enabled: openId !== null,
    queryFn: () => api.get<Delivery>(`/deliveries/${String(openId)}`),
    retry: 0,
    refetchInterval: 4000,
  });
  const linkedRow =
    openId !== null && pages.isSuccess && !rows.some((row) => row.id === openId)
      ? linked.data
      : undefined;
  return { linked, rows: linkedRow === undefined ? rows : [linkedRow, ...rows] };
}

interface DeliveryRowsProps {
  screen: ReturnType<typeof useDeliveryLogScreen>;
  openId: number | null;
}

/**
 * Renders the rows. While the list is in use, new rows wait above it. Older rows are loaded below.
 */
function DeliveryRows({ screen, openId }: DeliveryRowsProps) {
  const { log, rows, endpoints, selection, setList } = screen;
  const { pages, waitingCount, showWaiting } = log;
  return (
    <section className="card ledger" aria-label={t("deliveries.title")} ref={setList}>
      <NewRowsButton n={waitingCount} onShow={showWaiting} />
      <DeliveryTable
        rows={rows}
        openId={openId}
        pausedEndpoints={
          new Set(
            endpoints
              .filter((endpoint) => endpoint.state === "paused")
              .map((endpoint) => endpoint.id),
          )
        }
        selection={selection}
        onSelect={screen.select}
        onToggle={screen.toggle}
        onResent={screen.onResent}
      />
      <LoadOlderButton
        onLoadMore={pages.hasNextPage ? () => void pages.fetchNextPage() : null}
        busy={pages.isFetchingNextPage}
      >
        {t("deliveries.more")}
      </LoadOlderButton>
    </section>
  );
}

function EmptyLog({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconPlugConnected}
      title={t(filtered ? "deliveries.none" : "deliveries.empty")}
      action={filtered && <Button onClick={onClear}>{t("deliveries.none.clear")}</Button>}
    >
      {!filtered && t("deliveries.empty.text")}
    </EmptyState>
  );
}

/** Button that opens the dialog to resend failed deliveries. */
function ReplayButton(dialog: Omit<ComponentProps<typeof ReplayDialog>, "onClose">) {
  const [isOpen, setOpen] = useState(false);
  const connectionProblem = useConnectionProblem();
  return (
    <>
      <Button
        className="act"
        small
        icon={IconRotateClockwise}
        unavailable={connectionProblem ?? false}
        onClick={() => setOpen(true)}
      >
        {t("deliveries.replay")}
      </Button>
      {isOpen && <ReplayDialog {...dialog} onClose={() => setOpen(false)} />}
    </>
  );
}

const noSelection: ReadonlyMap<number, Delivery> = new Map();
function withSelection(
  selection: ReadonlyMap<number, Delivery>,
  row: Delivery,
  isSelected: boolean,
): ReadonlyMap<number, Delivery> {
  const next = new Map(selection);
  if (isSelected) next.set(row.id, row);
  else next.delete(row.id);
  return next;
}

interface SelectionActionsProps {
  selection: ReadonlyMap<number, Delivery>;
  onClear: () => void;
  onResent: () => void;
}

/** Button that resends all selected rows. */
function SelectionActions({ selection, onClear, onResent }: SelectionActionsProps) {
  const { busy, run } = useApiMutation();
  const connectionProblem = useConnectionProblem();
  const send = async () => {
    let resentCount = 0;
    let firstError: unknown = null;
    for (const batch of createReplayBatches([...selection.values()])) {
      const { replayed, error } = await replayAll(
        (body) => api.post<ReplayResult>("/deliveries/replay", body),
        batch,
      );
      resentCount += replayed;
      firstError ??= error;
    }
    if (firstError === null) toast(t("replay.done", { n: resentCount }));
    else
      toast(t("replay.failed", { n: resentCount, why: getErrorText(firstError) }), { tone: "bad" });
    onClear();
    onResent();
  };
  return (
    <>
      <span className="t13 num">{t("deliveries.picked", { n: selection.size })}</span>
      <Button
        small
        className="act"
        icon={IconRotateClockwise}
        unavailable={connectionProblem ?? busy}
        title={t("replay.warn")}
        onClick={() => void run(send)}
      >
        {t("deliveries.picked.go")}
      </Button>
      <Button small variant="quiet" onClick={onClear}>
        {t("deliveries.picked.clear")}
      </Button>
    </>
  );
}

import { IconPlugConnected } from "@tabler/icons-react";
import { StaleNotice } from "../../../ui/loading/StaleNotice.tsx";
import { useDelayedLoading } from "../../../ui/loading/Skeleton.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useTitle } from "../../../ui/title.ts";
import { EndpointCards } from "./EndpointCards.tsx";
import { EndpointBanners } from "./EndpointBanners.tsx";
import { DeliveryStatistics } from "./DeliveryStatistics.tsx";
import { emptyFilter, hasFilter } from "./delivery-filter.ts";
import { IntegrationsHeader } from "../IntegrationsHeader.tsx";
import { DeliveryTableSkeleton, NewRowsButton } from "../NewRowsButton.tsx";
import { DeliveryFilters } from "./DeliveryFilters.tsx";
import { DeliveryTable } from "./DeliveryTable.tsx";
import { t } from "../text.ts";
import { ReplayButton, SelectionActions } from "./replay/ReplayActions.tsx";
import { useDeliveryLogScreen } from "./use-delivery-log-screen.ts";

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
  const isAllowed = can(useCurrentOperator(), "deliveries.retry");
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
              isAllowed &&
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

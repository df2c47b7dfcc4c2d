import type { Delivery } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { getDeliveryState } from "../../../ui/exchange/delivery-state.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { Timestamp } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";

const maxRows = 6;

/** Lists the latest deliveries of an endpoint. Each delivery links to its attempts. */
export function RecentDeliveries({ endpoint }: { endpoint: number }) {
  const isAllowed = can(useCurrentOperator(), "deliveries.read");
  const query = useQuery({
    enabled: isAllowed,
    queryKey: ["deliveries", "last", endpoint],
    queryFn: ({ signal }) =>
      api.get<{ items: Delivery[] }>("/deliveries", {
        query: { endpoint, limit: maxRows },
        signal,
      }),
    refetchInterval: 5000,
  });
  if (!isAllowed) return null;
  return (
    <SideCard id="s-last" title={t("last.title")}>
      {query.isError && <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <p className="t13 faint">{t("last.none")}</p>}
      {query.data !== undefined && query.data.items.length > 0 && (
        <ol className="results">
          {query.data.items.map((delivery) => (
            <RecentDelivery key={delivery.id} delivery={delivery} />
          ))}
        </ol>
      )}
    </SideCard>
  );
}

function RecentDelivery({ delivery }: { delivery: Delivery }) {
  const { id, event, created_at, outcome, error } = delivery;
  const state = getDeliveryState(delivery);
  return (
    <li>
      <Icon of={state.icon} className={state.tone} />
      <Link className="cut" to="/integrations/$" params={{ _splat: `deliveries/${id}` }}>
        {event}
      </Link>
      <Timestamp time={created_at} />
      <small>
        {state.label}
        {outcome !== null && outcome !== "delivered" && ` · ${outcome}`}
        {error !== null && error.message !== "" && ` · ${error.message}`}
      </small>
    </li>
  );
}

import type { Delivery } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../state/api.ts";
import { getDeliveryState } from "../integrations/delivery-state.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Card } from "./Group.tsx";
import { At } from "./parts.tsx";
import { t } from "./text.ts";

const shown = 6;

/** Lists the latest deliveries of an endpoint, each linked to its attempts. */
export function LastResults({ endpoint }: { endpoint: number }) {
  const read = useQuery({
    queryKey: ["deliveries", "last", endpoint],
    queryFn: ({ signal }) => api.get<{ items: Delivery[] }>("/deliveries", { query: { endpoint, limit: shown }, signal }),
    refetchInterval: 5000,
  });
  return (
    <Card id="s-last" title={t("last.title")}>
      {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
      {read.data?.items.length === 0 && <p className="t13 faint">{t("last.none")}</p>}
      {read.data !== undefined && read.data.items.length > 0 && (
        <ol className="results">
          {read.data.items.map((delivery) => (
            <Result key={delivery.id} delivery={delivery} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Result({ delivery }: { delivery: Delivery }) {
  const { id, event, created_at: at, outcome, error } = delivery;
  const state = getDeliveryState(delivery);
  return (
    <li>
      <Icon of={state.icon} className={state.tone} />
      <Link className="cut" to="/integrations/$" params={{ _splat: `deliveries/${id}` }}>
        {event}
      </Link>
      <At time={at} />
      <small>
        {state.label}
        {outcome !== null && outcome !== "delivered" && ` · ${outcome}`}
        {error !== null && error.message !== "" && ` · ${error.message}`}
      </small>
    </li>
  );
}

import type { Delivery } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../state/api.ts";
import { stateOf } from "../integrations/delivery-state.ts";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { At } from "./parts.tsx";
import { t } from "./text.ts";

const shown = 6;

/** The newest deliveries of an endpoint, each a way to its tries. */
export function LastResults({ endpoint }: { endpoint: number }) {
  const read = useQuery({
    queryKey: ["deliveries", "last", endpoint],
    queryFn: ({ signal }) => api.get<{ items: Delivery[] }>("/deliveries", { query: { endpoint, limit: shown }, signal }),
    refetchInterval: 5000,
  });
  return (
    <section className="card" aria-labelledby="s-last">
      <h2 id="s-last">{t("last.title")}</h2>
      {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
      {read.data?.items.length === 0 && <p className="t13 faint">{t("last.none")}</p>}
      {read.data !== undefined && read.data.items.length > 0 && (
        <ol className="results">
          {read.data.items.map((delivery) => {
            const state = stateOf(delivery);
            return (
              <li key={delivery.id}>
                <Icon of={state.icon} className={state.tone} />
                <Link className="cut" to="/integrations/$" params={{ _splat: `deliveries/${delivery.id}` }}>
                  {delivery.event}
                </Link>
                <At time={delivery.created_at} />
                <small>
                  {state.label}
                  {delivery.outcome !== null && delivery.outcome !== "delivered" && ` · ${delivery.outcome}`}
                  {delivery.error !== null && delivery.error.message !== "" && ` · ${delivery.error.message}`}
                </small>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

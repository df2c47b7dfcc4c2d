import type { Channel, Delivery } from "@parlour/protocol";
import type { DeliveryTotals } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { useEndpoints } from "../../../state/endpoint-health.ts";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { getDeliveryState } from "../../integrations/deliveries/row/delivery-state.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { t } from "./text.ts";

const maxRows = 5;
const pollIntervalMs = 10_000;

/** Shows how many emails a channel sent in the last 24 hours, and the last of them (MAIL-130). */
export function SentEmails({ channel }: { channel: Channel }) {
  const endpoints = useEndpoints({ seldom: true });
  const endpoint = endpoints.data?.find(
    ({ kind, owner_id: owner }) => kind === "channel" && owner === channel.id,
  )?.id;
  const query = useQuery({
    enabled: endpoint !== undefined,
    queryKey: ["deliveries", "sent-emails", endpoint],
    queryFn: async ({ signal }) => {
      const [totals, { items }] = await Promise.all([
        api.get<DeliveryTotals>("/deliveries/totals", { query: { endpoint }, signal }),
        api.get<{ items: Delivery[] }>("/deliveries", {
          query: { endpoint, limit: maxRows },
          signal,
        }),
      ]);
      return { totals, items };
    },
    refetchInterval: pollIntervalMs,
  });
  const { error } = endpoints.data === undefined ? endpoints : query;
  const retry = () => void (endpoints.data === undefined ? endpoints : query).refetch();
  return (
    <section className="channel-status" aria-labelledby="sent-emails">
      {error !== null && query.data === undefined && <ErrorMessage error={error} onRetry={retry} />}
      {query.data !== undefined && <SentFigures totals={query.data.totals} />}
      <div className="card sent-emails">
        <div className="line">
          <h2 id="sent-emails" className="grow">
            {t("connector.sent.last")}
          </h2>
          {endpoint !== undefined && (
            <Link
              to="/integrations/$"
              params={{ _splat: "deliveries" }}
              search={{ endpoint } as never}
            >
              {t("connector.sent.all")}
            </Link>
          )}
        </div>
        {query.data?.items.length === 0 && (
          <p className="t13 faint">{t("connector.sent.nothing")}</p>
        )}
        {query.data !== undefined && query.data.items.length > 0 && (
          <ol>
            {query.data.items.map((delivery) => (
              <SentEmail key={delivery.id} delivery={delivery} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

/** Shows the figures of the last 24 hours. */
function SentFigures({ totals }: { totals: DeliveryTotals }) {
  const { delivered, failed, dead, queued, is_capped: isCapped } = totals;
  const count = (n: number, more: boolean) => (more ? `${i18n.number(n)}+` : i18n.number(n));
  const figures = [
    ["sent", count(delivered, isCapped)],
    ["failed", count(failed + dead, isCapped)],
    ["waiting", count(queued.count, queued.is_capped)],
  ] as const;
  return (
    <dl className="card status-cells">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`connector.sent.${name}`)}</dt>
          <dd className="value num">{value}</dd>
          <dd className="note">{t(`connector.sent.${name}.note`)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One sent email: its chat, its state with the reason of a failure, and its time. */
function SentEmail({ delivery }: { delivery: Delivery }) {
  const { id, chat_id: chat, chat_number: number, error, created_at: at } = delivery;
  const { icon, tone, label } = getDeliveryState(delivery);
  const reason = error === null || error.message === "" ? "" : `: ${error.message}`;
  return (
    <li>
      <Icon of={icon} small className={tone} />
      {chat === null ? (
        <span>{t("connector.sent.nochat")}</span>
      ) : (
        <Link to="/inbox/$view/{-$chat}" params={{ view: "all", chat: String(chat) }}>
          {t("connector.sent.chat", { n: String(number ?? chat) })}
        </Link>
      )}
      <Link className="state" to="/integrations/$" params={{ _splat: `deliveries/${id}` }}>
        {label}
        {reason}
      </Link>
      <Timestamp time={at} />
    </li>
  );
}

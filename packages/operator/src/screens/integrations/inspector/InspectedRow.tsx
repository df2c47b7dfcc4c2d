import type { InspectedRequest } from "@parlour/protocol/api";
import type { DeliveryMark } from "@parlour/protocol/entity/delivery-mark";
import { IconArrowDownLeft, IconArrowUpRight, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { usePublicUrl } from "../../../state/session.tsx";
import { CopyButton } from "../../../ui/copy/CopyButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { formatExactTime } from "../../../ui/time.ts";
import { responseMarkStyle } from "../../../ui/exchange/response-mark-style.ts";
import { formatAttemptDuration } from "../../../ui/exchange/attempt-duration.ts";
import { buildCurlCommand } from "../../../ui/exchange/curl.ts";
import { formatTime } from "../deliveries/row/format-time.ts";
import { inspectedErrorText, getItemMark } from "./inspector-items.ts";
import { t } from "../text.ts";
import { EditAsTestButton } from "../tests/EditAsTestButton.tsx";
import { ExchangePart } from "../../../ui/exchange/RawExchange.tsx";

interface InspectedRowProps {
  item: InspectedRequest;
  open: boolean;
  onToggle: () => void;
}

/** Renders one inspected request. Its bytes and its error expand below. */
export function InspectedRow({ item, open, onToggle }: InspectedRowProps) {
  const time = formatTime(item.at);
  const subject = item.event ?? `${item.method} ${item.url}`;
  return (
    <>
      <tr className={open ? "r open" : "r"}>
        <td>
          <button
            type="button"
            className="expand"
            aria-expanded={open}
            aria-label={t(open ? "inspector.hide" : "inspector.show", { time, what: subject })}
            onClick={onToggle}
          >
            <span className="turn">
              <Icon of={IconChevronRight} small flip />
            </span>
          </button>
        </td>
        <td className="num" title={formatExactTime(item.at)}>
          {time}
        </td>
        <td>
          <DirectionCell isIn={item.direction === "in"} />
        </td>
        <td className="t-event">{t(`kind.${item.kind}`)}</td>
        <td className="t-out">
          {item.fault === null ? (
            <span className="mono">{subject}</span>
          ) : (
            <FaultSummary item={item} fault={item.fault} />
          )}
        </td>
        <td className="end-n num">
          {item.status === null ? "–" : <StatusTag code={item.status} />}
        </td>
        <td className="t-attempts end-n num">{formatAttemptDuration(item.duration_ms)}</td>
      </tr>
      {open && (
        <tr className="detail">
          <td colSpan={7}>
            <RequestDetail item={item} />
          </td>
        </tr>
      )}
    </>
  );
}

function DirectionCell({ isIn }: { isIn: boolean }) {
  return (
    <span className="state">
      <Icon
        of={isIn ? IconArrowDownLeft : IconArrowUpRight}
        small
        flip
        className={isIn ? "info" : "soft"}
      />
      {t(isIn ? "inspector.in" : "inspector.out")}
    </span>
  );
}

function FaultSummary({
  item,
  fault,
}: {
  item: InspectedRequest;
  fault: NonNullable<InspectedRequest["fault"]>;
}) {
  const mark = getItemMark(item);
  const { icon, tone } = responseMarkStyle[mark];
  return (
    <span className={`${tone} line4`}>
      <Icon of={icon} small />
      <span className="cut">
        {mark === "not_usable" && <b className="medium">{t("state.not_usable")} · </b>}
        {inspectedErrorText(fault)}
      </span>
    </span>
  );
}

function StatusTag({ code }: { code: number }) {
  return <Tag tone={code < 400 ? "ok" : "bad"}>{code}</Tag>;
}

function RequestDetail({ item }: { item: InspectedRequest }) {
  const { request, fault, method } = item;
  const publicUrl = usePublicUrl();
  const curl = buildCurlCommand({
    method,
    url: toAbsoluteUrl(item, publicUrl),
    headers: request.headers,
    body: request.body,
  });
  return (
    <>
      {fault !== null && <FaultDetails fault={fault} mark={getItemMark(item)} />}
      <div className="wire">
        <ExchangePart
          title={t("wire.request")}
          firstLine={`${method} ${item.url}`}
          headers={request.headers}
          body={request.body}
          after={<CopyButton small variant="quiet" text={curl} label={t("wire.curl")} />}
        />
        <Reply item={item} />
      </div>
      <div className="dfoot">
        <RequestIds item={item} />
        {item.endpoint_id !== null && item.event !== null && (
          <EditAsTestButton endpointId={item.endpoint_id} event={item.event} body={request.body} />
        )}
      </div>
    </>
  );
}

function Reply({ item: { reply, status, direction, outcome } }: { item: InspectedRequest }) {
  const statusTag = status !== null && <StatusTag code={status} />;
  if (reply !== null)
    return (
      <ExchangePart
        title={t("wire.response")}
        firstLine={String(status ?? "")}
        headers={reply.headers}
        body={reply.body}
        after={statusTag}
      />
    );
  return (
    <section>
      <h2>
        {t("wire.response")} {statusTag}
      </h2>
      <p className="soft t13">
        {direction === "in" ? t("inspector.ours") : (outcome ?? t("wire.noanswer"))}
      </p>
    </section>
  );
}

/** Shows the ids that identify the request in other screens and in logs. */
function RequestIds({ item }: { item: InspectedRequest }) {
  return (
    <div className="ids">
      {item.request_id !== null && (
        <span>
          {t("inspector.id")} <span className="mono">{item.request_id}</span>
        </span>
      )}
      {item.request.cut && <span>{t("inspector.cut")}</span>}
      {item.delivery_id !== null && (
        <Link to="/integrations/$" params={{ _splat: `deliveries/${item.delivery_id}` }}>
          {t("inspector.delivery", { id: item.delivery_id })}
        </Link>
      )}
      {item.chat_id !== null && (
        <ChatLink chatId={item.chat_id} view="all">
          {t("ids.chat.open")}
        </ChatLink>
      )}
    </div>
  );
}

interface FaultDetailsProps {
  fault: NonNullable<InspectedRequest["fault"]>;
  mark: DeliveryMark;
}

function FaultDetails({ fault, mark }: FaultDetailsProps) {
  return (
    <dl className={`pad faultbox ${responseMarkStyle[mark].tone}`}>
      {mark === "not_usable" && (
        <>
          <dt>{t("deliveries.state")}</dt>
          <dd className="medium">{t("state.not_usable")}</dd>
        </>
      )}
      <dt>{t("fault.code")}</dt>
      <dd className="mono">{fault.code}</dd>
      {fault.field !== null && (
        <>
          <dt>{t("fault.field")}</dt>
          <dd className="mono">{fault.field}</dd>
        </>
      )}
      {fault.message !== null && (
        <>
          <dt>{t("fault.message")}</dt>
          <dd dir="auto">{fault.message}</dd>
        </>
      )}
      {fault.rule !== null && (
        <>
          <dt>{t("fault.rule")}</dt>
          <dd className="mono">{fault.rule}</dd>
        </>
      )}
    </dl>
  );
}

/**
 * Returns the complete URL. Incoming requests have only a path, so the public address of the
 * installation is prepended.
 */
function toAbsoluteUrl({ direction, url }: InspectedRequest, publicUrl: string): string {
  return direction === "in" && url.startsWith("/") ? `${publicUrl}${url}` : url;
}

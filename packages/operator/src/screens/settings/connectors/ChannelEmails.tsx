import type { Channel } from "@parlour/protocol";
import type { ChannelEmail, ChannelEmails as Emails } from "@parlour/protocol/api";
import { IconArrowDownLeft, IconArrowUpRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChatLink } from "../../../ui/open-chat/parts.tsx";
import { api } from "../../../state/api/api.ts";
import { useEndpoints } from "../../../state/endpoint-health.ts";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { LineSkeleton } from "../../../ui/loading/Skeleton.tsx";
import { toKnownReason } from "../../../ui/ignored-emails/use-ignored-emails.ts";
import { t as ignoredText } from "../../../ui/ignored-emails/text.ts";
import { getDeliveryState } from "../../../ui/exchange/delivery-state.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { t } from "./text.ts";

const pollIntervalMs = 10_000;

/** Shows how many emails a channel received and sent, and the latest of them (MAIL-163). */
export function ChannelEmails({ channel }: { channel: Channel }) {
  const endpoints = useEndpoints("seldom");
  const endpoint = endpoints.data?.find(
    ({ kind, owner_id }) => kind === "channel" && owner_id === channel.id,
  )?.id;
  const { data, error, refetch } = useQuery({
    queryKey: ["channel-emails", channel.id],
    queryFn: ({ signal }) => api.get<Emails>(`/channels/${channel.id}/emails`, { signal }),
    refetchInterval: pollIntervalMs,
  });
  return (
    <section className="channel-status" aria-labelledby="last-emails">
      {error !== null && data === undefined && (
        <ErrorMessage error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && <Figures emails={data} />}
      <div className="card last-emails">
        <div className="line">
          <h2 id="last-emails" className="grow">
            {t("connector.emails")}
          </h2>
          {endpoint !== undefined && (
            <Link
              to="/integrations/$"
              params={{ _splat: "deliveries" }}
              search={{ endpoint } as never}
            >
              {t("connector.emails.all")}
            </Link>
          )}
        </div>
        {data === undefined && error === null && <LineSkeleton lines={3} />}
        {data?.items.length === 0 && <p className="t13 faint">{t("connector.emails.none")}</p>}
        {data !== undefined && data.items.length > 0 && (
          <ol>
            {data.items.map((email) => (
              <EmailRow key={toKey(email)} email={email} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

const toKey = ({ direction, at, chat_id, ignored, delivery }: ChannelEmail): string =>
  [direction, at, chat_id, ignored?.id, delivery?.id].join(" ");

function Figures({ emails }: { emails: Emails }) {
  const { day, week, waiting, is_capped } = emails;
  const count = (n: number) => (is_capped && n > 0 ? `${i18n.number(n)}+` : i18n.number(n));
  return (
    <dl className="card status-cells">
      {(["received", "sent", "failed"] as const).map((name) => (
        <div key={name}>
          <dt>{t(`connector.emails.${name}`)}</dt>
          <dd className="value num">{count(day[name])}</dd>
          <dd className="note">{t("connector.emails.week", { n: count(week[name]) })}</dd>
        </div>
      ))}
      <div>
        <dt>{t("connector.emails.waiting")}</dt>
        <dd className="value num">{count(waiting)}</dd>
        <dd className="note">{t("connector.emails.waiting.note")}</dd>
      </div>
    </dl>
  );
}

function EmailRow({ email }: { email: ChannelEmail }) {
  const { direction, subject, chat_id, chat_number, at } = email;
  const isSent = direction === "sent";
  return (
    <li>
      <Icon
        of={isSent ? IconArrowUpRight : IconArrowDownLeft}
        small
        className={isSent ? "success" : "info"}
      />
      <span className="vh">
        {t(isSent ? "connector.emails.sent" : "connector.emails.received")}
      </span>
      <span className="address" title={email.address}>
        {formatPerson(email)}
      </span>
      <span className="subject soft">{subject}</span>
      {chat_id !== null && chat_number !== null && (
        <ChatLink className="chat" chatId={chat_id} view="all">
          {t("connector.emails.chat", { n: String(chat_number) })}
        </ChatLink>
      )}
      <EmailState email={email} />
      <Timestamp time={at} />
    </li>
  );
}

function EmailState({ email: { verified, ignored, delivery } }: { email: ChannelEmail }) {
  if (ignored !== null)
    return (
      <Link className="state" to="/ignored-emails/{-$id}" params={{ id: String(ignored.id) }}>
        {t("connector.emails.ignored", {
          reason: ignoredText(`ignored.reason.${toKnownReason(ignored.reason)}`),
        })}
      </Link>
    );
  if (delivery === null)
    return (
      <span className={verified === true ? "state success" : "state soft"}>
        {t(verified === true ? "connector.emails.verified" : "connector.emails.unverified")}
      </span>
    );
  const { icon, tone, label } = getDeliveryState(delivery);
  const reason = delivery.error?.message ?? "";
  return (
    <Link
      className={`state ${tone}`}
      to="/integrations/$"
      params={{ _splat: `deliveries/${delivery.id}` }}
    >
      <Icon of={icon} small />
      {reason === "" ? label : `${label}: ${reason}`}
    </Link>
  );
}

/** Returns the name or the address of the sender, or "to Greta and 2 others". */
function formatPerson({ direction, name, address, others }: ChannelEmail): string {
  const person = name || address || t("connector.emails.nobody");
  if (direction === "received") return person;
  return others === 0
    ? t("connector.emails.to", { person })
    : t("connector.emails.to.others", { person, n: others });
}

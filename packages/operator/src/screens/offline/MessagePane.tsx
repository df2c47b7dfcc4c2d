import { DetailsBody, getExisting } from "../../ui/loading/DetailsBody.tsx";
import type { Operator } from "@parlour/protocol";
import type { OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { can } from "../../state/session.tsx";
import { Button } from "../../ui/Button.tsx";
import { PhoneNumber } from "../../ui/phone/PhoneNumber.tsx";
import { formatAge, formatFullTime } from "../../ui/time.ts";
import { SafeLink } from "../../ui/chat/SafeLink.tsx";
import { AnswerList } from "./AnswerList.tsx";
import { OfflineStateTag } from "./OfflineStateTag.tsx";
import { t } from "./text.ts";
import { senderName, useOfflineMessage } from "./use-offline-messages.ts";
import { MessageActions } from "./MessageActions.tsx";

interface MessagePaneProps {
  id: number;
  me: Operator;
  now: number;
  offline: boolean;
  onClose: () => void;
}

/** Shows one offline message: sender, text and actions. */
export function MessagePane({ id, me, now, offline, onClose }: MessagePaneProps) {
  const query = useOfflineMessage(id);
  const message = getExisting(query);
  const name = message === undefined ? t("offlinemessage.details") : senderName(message);
  return (
    <section className="pane one" aria-label={name}>
      <header className="head">
        <Button
          variant="quiet"
          icon={IconChevronLeft}
          flipIcon
          className="back"
          aria-label={t("offlinemessage.back")}
          onClick={onClose}
        />
        <h2 className="grow cut" dir="auto">
          {name}
        </h2>
        {message !== undefined && <OfflineStateTag state={message.state} />}
      </header>
      <DetailsBody
        query={query}
        label={t("offlinemessage.details")}
        missingText={t("offlinemessage.gone")}
      >
        {(found) => <MessageDetails message={found} {...{ me, now, offline }} />}
      </DetailsBody>
    </section>
  );
}

interface MessageDetailsProps {
  message: OfflineMessageWithDeliveries;
  me: Operator;
  now: number;
  offline: boolean;
}

function MessageDetails({ message, me, now, offline }: MessageDetailsProps) {
  const { text, created_at } = message;
  return (
    <div className="message-details">
      <section aria-labelledby="left-text">
        <h3 id="left-text">{t("offlinemessage.text")}</h3>
        <p className="freetext" dir="auto">
          {text}
        </p>
        <p className="t12 faint">
          <time dateTime={created_at}>{formatFullTime(created_at)}</time> ·{" "}
          {formatAge(created_at, now)}
        </p>
      </section>
      {can(me, "chats.answer") && <MessageActions {...{ message, me, offline }} />}
      <AnswerList message={message} me={me} offline={offline} />
      <MessageFacts message={message} me={me} />
    </div>
  );
}

function MessageFacts({ message, me }: { message: OfflineMessageWithDeliveries; me: Operator }) {
  const { contacts, channel, department, page, operator, visitor } = message;
  return (
    <section aria-labelledby="left-facts">
      <h3 id="left-facts">{t("offlinemessage.contacts")}</h3>
      <dl className="pair">
        <FactRow name={t("offlinemessage.name")} value={contacts.name} />
        <FactRow name={t("offlinemessage.email")} value={contacts.email} />
        {contacts.phone !== "" && (
          <>
            <dt>{t("offlinemessage.phone")}</dt>
            <dd>
              <PhoneNumber number={contacts.phone} />
            </dd>
          </>
        )}
        <dt>{t("offlinemessage.number")}</dt>
        <dd className="num">
          <Link to="/visitors/{-$number}" params={{ number: String(visitor.number) }}>
            #{visitor.number}
          </Link>
        </dd>
        <FactRow name={t("offlinemessage.channel")} value={channel.name} />
        <FactRow name={t("offlinemessage.department")} value={department?.name ?? ""} />
        {page !== null && (
          <>
            <dt>{t("offlinemessage.page")}</dt>
            <dd dir="auto">
              <SafeLink href={page.url} title={page.url}>
                {page.title || page.url}
              </SafeLink>
            </dd>
          </>
        )}
        {operator !== null && (
          <FactRow
            name={t("offlinemessage.by")}
            value={operator.id === me.id ? t("offlinemessage.you") : operator.name}
          />
        )}
      </dl>
    </section>
  );
}
function FactRow({ name, value }: { name: string; value: string }) {
  if (value === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

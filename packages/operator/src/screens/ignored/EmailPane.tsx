import { DetailsBody, getExisting } from "../../ui/loading/DetailsBody.tsx";
import type { Operator } from "@parlour/protocol";
import type { IgnoredEmail } from "@parlour/protocol/api";
import { IconChevronLeft, IconMessageCircle } from "@tabler/icons-react";
import { useOpenChat } from "../../ui/open-chat/open-chat.ts";
import { ChatLink } from "../../ui/open-chat/parts.tsx";
import { can } from "../../state/session.tsx";
import { Tag } from "../../ui/badges.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { useApiMutation, usePageWatch } from "../../ui/mutation.ts";
import { formatAge, formatFullTime } from "../../ui/time.ts";
import { t } from "../../ui/ignored-emails/text.ts";
import {
  senderName,
  startChat,
  toKnownReason,
  useIgnoredEmail,
} from "../../ui/ignored-emails/use-ignored-emails.ts";

interface EmailPaneProps {
  id: number;
  me: Operator;
  now: number;
  offline: boolean;
  onClose: () => void;
}

/** Shows one ignored email: why it started no chat, its text, and the action to start one. */
export function EmailPane({ id, me, now, offline, onClose }: EmailPaneProps) {
  const query = useIgnoredEmail(id);
  const email = getExisting(query);
  const name = email === undefined ? t("ignored.details") : senderName(email);
  return (
    <section className="pane one" aria-label={name}>
      <header className="head">
        <Button
          variant="quiet"
          icon={IconChevronLeft}
          flipIcon
          className="back"
          aria-label={t("ignored.back")}
          onClick={onClose}
        />
        <h2 className="grow cut" dir="auto">
          {name}
        </h2>
        {email !== undefined && <Tag>{t(`ignored.reason.${toKnownReason(email.reason)}`)}</Tag>}
      </header>
      <DetailsBody query={query} label={t("ignored.details")} missingText={t("ignored.gone")}>
        {(found) => <EmailDetails email={found} {...{ me, now, offline }} />}
      </DetailsBody>
    </section>
  );
}

interface EmailDetailsProps {
  email: IgnoredEmail;
  me: Operator;
  now: number;
  offline: boolean;
}

function EmailDetails({ email, me, now, offline }: EmailDetailsProps) {
  const { subject, text, reason, from, channel, received_at } = email;
  return (
    <div className="message-details">
      <section aria-labelledby="ignored-why">
        <h3 id="ignored-why">{t("ignored.why")}</h3>
        <p>{t(`ignored.why.${toKnownReason(reason)}`)}</p>
      </section>
      {can(me, "chats.answer") ? (
        <ChatAction email={email} offline={offline} />
      ) : (
        <p className="hint">{t("ignored.readonly")}</p>
      )}
      <section aria-labelledby="ignored-subject">
        <h3 id="ignored-subject" dir="auto">
          {subject || t("ignored.nosubject")}
        </h3>
        <p className="freetext" dir="auto">
          {text.trim() === "" ? t("ignored.notext") : text}
        </p>
      </section>
      <dl className="pair">
        <dt>{t("ignored.from")}</dt>
        <dd dir="auto">{from || t("ignored.nobody")}</dd>
        <dt>{t("ignored.channel")}</dt>
        <dd dir="auto">{channel.name}</dd>
        <dt>{t("ignored.received")}</dt>
        <dd>
          <time dateTime={received_at}>{formatFullTime(received_at)}</time> ·{" "}
          {formatAge(received_at, now)}
        </dd>
      </dl>
    </div>
  );
}

/** Starts the chat, or links to the one that was started. The channel's own emails start none. */
function ChatAction({ email, offline }: { email: IgnoredEmail; offline: boolean }) {
  const watchPage = usePageWatch();
  const { busy, failure, run } = useApiMutation();
  const openChat = useOpenChat();
  if (email.reason === "mail_loop") return null;
  if (email.chat_id !== null)
    return (
      <p>
        <ChatLink chatId={email.chat_id} view="all">
          {t("ignored.open")}
        </ChatLink>
      </p>
    );
  const start = () =>
    void run(async () => {
      const isStillOpen = watchPage();
      const chat = await startChat(email.id);
      if (isStillOpen()) openChat({ chatId: chat, view: "all" });
    });
  return (
    <div className="deeds">
      <div className="tools">
        <Button
          variant="primary"
          icon={IconMessageCircle}
          unavailable={offline ? t("ignored.off") : busy}
          onClick={start}
        >
          {t("ignored.start")}
        </Button>
      </div>
      {failure !== null && <ErrorMessage error={failure}>{t("ignored.failed")}</ErrorMessage>}
    </div>
  );
}

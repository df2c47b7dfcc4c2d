import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { OfflineChat, OfflineMessageWithDeliveries } from "@parlour/protocol/api";
import {
  IconChevronLeft,
  IconBan,
  IconCheck,
  IconHandGrab,
  IconMail,
  IconMessageCircle,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { api, queryClient } from "../../state/api/api.ts";
import { can } from "../../state/session.tsx";
import { LineSkeleton, useDelayedLoading } from "../../ui/loading/Skeleton.tsx";
import { Button } from "../../ui/Button.tsx";
import { ErrorMessage } from "../../ui/loading/ErrorMessage.tsx";
import { EmptyState } from "../../ui/badges.tsx";
import { useApiMutation } from "../../ui/mutation.ts";
import { PhoneNumber } from "../../ui/phone/PhoneNumber.tsx";
import { formatFullTime } from "../../ui/time.ts";
import { SafeLink } from "../inbox/SafeLink.tsx";
import { formatAge } from "../inbox/format.ts";
import { AnswerList } from "./AnswerList.tsx";
import { hasMailDraft, MailForm } from "./MailForm.tsx";
import { OfflineStateTag } from "./OfflineStateTag.tsx";
import { t } from "./text.ts";
import {
  runMessageAction,
  senderName,
  useMailAvailable,
  useOfflineMessage,
} from "./use-offline-messages.ts";

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
  const isDelayed = useDelayedLoading(query.isPending);
  const isMissing = query.error instanceof ApiError && query.error.status === 404;
  const message = isMissing ? undefined : query.data;
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
      <section
        className="scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t("offlinemessage.details")}
        aria-busy={query.isPending}
      >
        {isDelayed && <LineSkeleton lines={8} />}
        {isMissing && <EmptyState icon={IconBan} title={t("offlinemessage.gone")} />}
        {query.isError && !isMissing && (
          <ErrorMessage error={query.error} onRetry={() => void query.refetch()} />
        )}
        {message !== undefined && <MessageDetails {...{ message, me, now, offline }} />}
      </section>
    </section>
  );
}

function MessageDetails({
  message,
  me,
  now,
  offline,
}: { message: OfflineMessageWithDeliveries } & Pick<MessagePaneProps, "me" | "now" | "offline">) {
  const { text, created_at: at } = message;
  return (
    <div className="letter">
      <section aria-labelledby="left-text">
        <h3 id="left-text">{t("offlinemessage.text")}</h3>
        <p className="said" dir="auto">
          {text}
        </p>
        <p className="t12 faint">
          <time dateTime={at}>{formatFullTime(at)}</time> · {formatAge(at, now)}
        </p>
      </section>
      {can(me, "chat") && <MessageActions {...{ message, me, offline }} />}
      <AnswerList message={message} me={me} offline={offline} />
      <MessageFacts message={message} me={me} />
    </div>
  );
}

/** Renders the actions on a message: take, answer, mark as done. */
function MessageActions({
  message,
  me,
  offline,
}: { message: OfflineMessageWithDeliveries } & Pick<MessagePaneProps, "me" | "offline">) {
  const canSendMail = useMailAvailable();
  const [writing, setWriting] = useState(() => hasMailDraft(me.id, message.id));
  const opener = useRef<HTMLButtonElement>(null);
  const { busy, take, finish, chat } = useMessageActions(message.id);
  const { state, contacts } = message;
  const unavailable = offline ? t("offlinemessage.off") : busy;
  const mailProblem =
    contacts.email === ""
      ? t("offlinemessage.noaddress")
      : canSendMail === false
        ? t("offlinemessage.nomail")
        : null;
  const endWriting = () => {
    setWriting(false);
    opener.current?.focus();
  };
  return (
    <div className="deeds">
      <div className="tools">
        {state === "new" && (
          <Button variant="primary" icon={IconHandGrab} unavailable={unavailable} onClick={take}>
            {t("offlinemessage.take")}
          </Button>
        )}
        <Button
          icon={IconMail}
          unavailable={mailProblem ?? unavailable}
          aria-expanded={writing}
          ref={opener}
          onClick={() => setWriting(true)}
        >
          {t("offlinemessage.mail")}
        </Button>
        <Button icon={IconMessageCircle} unavailable={unavailable} onClick={chat}>
          {t("offlinemessage.chat")}
        </Button>
        {state !== "done" && (
          <Button icon={IconCheck} unavailable={unavailable} onClick={finish}>
            {t("offlinemessage.finish")}
          </Button>
        )}
      </div>
      {mailProblem !== null && (
        <MailUnavailable
          reason={mailProblem}
          canSetUp={contacts.email !== "" && me.instance_owner}
        />
      )}
      {writing && mailProblem === null && (
        <MailForm message={message} me={me} offline={offline} onEnd={endWriting} />
      )}
    </div>
  );
}

/**
 * Returns the actions on a message, which run one at a time. If several operators take the same
 * message, the first one gets it.
 */
function useMessageActions(id: number) {
  const navigate = useNavigate();
  const { busy, run } = useApiMutation();
  const runAction = (name: "take" | "done") =>
    void run(async () => {
      const updated = await runMessageAction(() =>
        api.post<OfflineMessageWithDeliveries>(`/offline-messages/${id}/${name}`),
      );
      if (updated !== undefined) queryClient.setQueryData(["offline", "one", id], updated);
    });
  const chat = () =>
    void run(async () => {
      const started = await runMessageAction(() =>
        api.post<OfflineChat>(`/offline-messages/${id}/chat`),
      );
      if (started !== undefined)
        await navigate({
          to: "/inbox/$view/{-$chat}",
          params: { view: "mine", chat: String(started.chat_id) },
        });
    });
  return { busy, take: () => runAction("take"), finish: () => runAction("done"), chat };
}

function MailUnavailable({ reason, canSetUp }: { reason: string; canSetUp: boolean }) {
  return (
    <p className="hint">
      {reason}{" "}
      {canSetUp && (
        <Link to="/settings/$" params={{ _splat: "mail" }}>
          {t("offlinemessage.nomail.go")}
        </Link>
      )}
    </p>
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

import { ApiError } from "@parlour/client";
import type { Operator } from "@parlour/protocol";
import type { OfflineChat, OfflineMessageSeen } from "@parlour/protocol/api";
import { IconChevronLeft, IconBan, IconCheck, IconHandGrab, IconMail, IconMessageCircle } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { api, queries } from "../../state/api.ts";
import { may } from "../../state/session.tsx";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Empty } from "../../ui/marks.tsx";
import { useDeed } from "../../ui/deed.ts";
import { Phone } from "../../ui/Phone.tsx";
import { fullTime } from "../../ui/Time.tsx";
import { SafeLink } from "../inbox/SafeLink.tsx";
import { formatAge } from "../inbox/format.ts";
import { Answers } from "./Answers.tsx";
import { hasMailDraft, MailForm } from "./MailForm.tsx";
import { StateTag } from "./StateTag.tsx";
import { t } from "./text.ts";
import { dealWith, senderName, useMailAvailable, useOfflineMessage } from "./use-offline.ts";

interface Props {
  id: number;
  me: Operator;
  now: number;
  offline: boolean;
  onClose: () => void;
}

/** One offline message: sender, text and actions. */
export function MessagePane({ id, me, now, offline, onClose }: Props) {
  const read = useOfflineMessage(id);
  const late = useLate(read.isPending);
  const gone = read.error instanceof ApiError && read.error.status === 404;
  const message = gone ? undefined : read.data;
  const name = message === undefined ? t("left.details") : senderName(message);
  return (
    <section className="pane one" aria-label={name}>
      <header className="head">
        <Button variant="quiet" icon={IconChevronLeft} flipIcon className="back" aria-label={t("left.back")} onClick={onClose} />
        <h2 className="grow cut" dir="auto">
          {name}
        </h2>
        {message !== undefined && <StateTag state={message.state} />}
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="scroll" tabIndex={0} aria-label={t("left.details")} aria-busy={read.isPending}>
        {late && <LineBones lines={8} />}
        {gone && <Empty icon={IconBan} title={t("left.gone")} />}
        {read.isError && !gone && <Failure error={read.error} onRetry={() => void read.refetch()} />}
        {message !== undefined && <Message {...{ message, me, now, offline }} />}
      </section>
    </section>
  );
}

function Message({ message, me, now, offline }: { message: OfflineMessageSeen } & Pick<Props, "me" | "now" | "offline">) {
  const { text, created_at: at } = message;
  return (
    <div className="letter">
      <section aria-labelledby="left-text">
        <h3 id="left-text">{t("left.text")}</h3>
        <p className="said" dir="auto">
          {text}
        </p>
        <p className="t12 faint">
          <time dateTime={at}>{fullTime(at)}</time> · {formatAge(at, now)}
        </p>
      </section>
      {may(me, "chat") && <Deeds {...{ message, me, offline }} />}
      <Answers message={message} me={me} offline={offline} />
      <Facts message={message} me={me} />
    </div>
  );
}

/** Actions: take, answer, mark as done. */
function Deeds({ message, me, offline }: { message: OfflineMessageSeen } & Pick<Props, "me" | "offline">) {
  const mails = useMailAvailable();
  const [writing, setWriting] = useState(() => hasMailDraft(me.id, message.id));
  const opener = useRef<HTMLButtonElement>(null);
  const { busy, take, finish, chat } = useMessageDeeds(message.id);
  const { state, contacts } = message;
  const why = offline ? t("left.off") : busy;
  const noMail = contacts.email === "" ? t("left.noaddress") : mails === false ? t("left.nomail") : null;
  const endWriting = () => {
    setWriting(false);
    opener.current?.focus();
  };
  return (
    <div className="deeds">
      <div className="tools">
        {state === "new" && (
          <Button variant="primary" icon={IconHandGrab} unavailable={why} onClick={take}>
            {t("left.take")}
          </Button>
        )}
        <Button icon={IconMail} unavailable={noMail ?? why} aria-expanded={writing} ref={opener} onClick={() => setWriting(true)}>
          {t("left.mail")}
        </Button>
        <Button icon={IconMessageCircle} unavailable={why} onClick={chat}>
          {t("left.chat")}
        </Button>
        {state !== "done" && (
          <Button icon={IconCheck} unavailable={why} onClick={finish}>
            {t("left.finish")}
          </Button>
        )}
      </div>
      {noMail !== null && <NoMail why={noMail} canSetUp={contacts.email !== "" && me.instance_owner} />}
      {writing && noMail === null && <MailForm message={message} me={me} offline={offline} onEnd={endWriting} />}
    </div>
  );
}

/** Runs actions on a message one at a time. If several operators take it, the first one gets it. */
function useMessageDeeds(id: number) {
  const navigate = useNavigate();
  const { busy, run } = useDeed();
  const act = (name: "take" | "done") =>
    void run(async () => {
      const done = await dealWith(() => api.post<OfflineMessageSeen>(`/offline-messages/${id}/${name}`));
      if (done !== undefined) queries.setQueryData(["offline", "one", id], done);
    });
  const chat = () =>
    void run(async () => {
      const begun = await dealWith(() => api.post<OfflineChat>(`/offline-messages/${id}/chat`));
      if (begun !== undefined) await navigate({ to: "/inbox/$view/{-$chat}", params: { view: "mine", chat: String(begun.chat_id) } });
    });
  return { busy, take: () => act("take"), finish: () => act("done"), chat };
}

function NoMail({ why, canSetUp }: { why: string; canSetUp: boolean }) {
  return (
    <p className="hint">
      {why}{" "}
      {canSetUp && (
        <Link to="/settings/$" params={{ _splat: "mail" }}>
          {t("left.nomail.go")}
        </Link>
      )}
    </p>
  );
}

function Facts({ message, me }: { message: OfflineMessageSeen; me: Operator }) {
  const { contacts, channel, department, page, operator, visitor } = message;
  return (
    <section aria-labelledby="left-facts">
      <h3 id="left-facts">{t("left.contacts")}</h3>
      <dl className="pair">
        <Fact name={t("left.name")} value={contacts.name} />
        <Fact name={t("left.email")} value={contacts.email} />
        {contacts.phone !== "" && (
          <>
            <dt>{t("left.phone")}</dt>
            <dd>
              <Phone number={contacts.phone} />
            </dd>
          </>
        )}
        <dt>{t("left.number")}</dt>
        <dd className="num">
          <Link to="/visitors/{-$number}" params={{ number: String(visitor.number) }}>
            #{visitor.number}
          </Link>
        </dd>
        <Fact name={t("left.channel")} value={channel.name} />
        <Fact name={t("left.department")} value={department?.name ?? ""} />
        {page !== null && (
          <>
            <dt>{t("left.page")}</dt>
            <dd dir="auto">
              <SafeLink href={page.url} title={page.url}>
                {page.title || page.url}
              </SafeLink>
            </dd>
          </>
        )}
        {operator !== null && <Fact name={t("left.by")} value={operator.id === me.id ? t("left.you") : operator.name} />}
      </dl>
    </section>
  );
}
function Fact({ name, value }: { name: string; value: string }) {
  if (value === "") return null;
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{value}</dd>
    </>
  );
}

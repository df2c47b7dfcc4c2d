// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { ApiError, hasGap } from "@parlour/client";
import type { Chat, Operator } from "@parlour/protocol";
import {
  IconChevronLeft,
  IconCornerUpLeft,
  IconDots,
  IconEye,
  IconLayoutSidebarRight,
  IconMessageCircle,
  IconMessageOff,
  IconRefresh,
  IconX,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Mode } from "../../state/drafts.ts";
import { useLive, useLiveStore } from "../../state/live-context.tsx";
import { footingOf, type Footing } from "../../state/live-state.ts";
import { may } from "../../state/session.tsx";
import { LineBones, useLate } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Banner, Empty, Tag } from "../../ui/marks.tsx";
import { Menu } from "../../ui/menu.tsx";
import { useNow } from "../../ui/Time.tsx";
import { modKey } from "../../app/keys.ts";
import type { ChatActions } from "./actions.ts";
import { Composer } from "./Composer.tsx";
import { Held } from "./Held.tsx";
import { Log } from "./Log.tsx";
import { useOperatorNames } from "./people.ts";
import { t } from "./text.ts";
import { visitorName } from "./words.ts";

interface ConversationProps {
  me: Operator;
  view: string;
  chatId: number;
  mode: Mode;
  onMode: (mode: Mode) => void;
  actions: ChatActions;
  field: { current: HTMLTextAreaElement | null };
  panelOpen: boolean;
  onPanel: () => void;
}

/** Nothing chosen. */
export function NoConversation() {
  return (
    <section className="pane talk none" aria-label={t("talk.label")}>
      <Empty icon={IconMessageCircle} title={t("talk.none")}>
        {t("talk.none.text", { keys: `${modKey}J` })}
      </Empty>
    </section>
  );
}

/** One chat: head, what is going on, lines, composer. */
export function Conversation(props: ConversationProps) {
  const { chatId, me } = props;
  const live = useLiveStore();
  const chat = useLive((state) => state.snapshot.chats).get(chatId)?.chat;
  const log = useLive((state) => state.logs).get(chatId);
  useEffect(() => {
    live.openChat(chatId);
    return () => live.leaveChat(chatId);
  }, [live, chatId]);
  useViewing(chatId);
  if (!chat)
    return <Missing view={props.view} failure={log?.state instanceof Error ? log.state : null} onRetry={() => live.retryLog(chatId)} />;
  const footing = footingOf(chat, me.id, may(me, "chat"));
  return (
    <section className="pane talk" aria-labelledby="talk-h" data-pane>
      <Head {...props} chat={chat} footing={footing} />
      <CatchUp chatId={chatId} />
      {footing === "read" && (
        <Banner tone="info" icon={IconEye}>
          <p>{t("talk.readonly")}</p>
        </Banner>
      )}
      <Lines chat={chat} me={me} footing={footing} />
      <Preview chat={chat} />
      <Foot {...props} chat={chat} footing={footing} />
    </section>
  );
}

function Missing({ view, failure, onRetry }: { view: string; failure: Error | null; onRetry: () => void }) {
  const late = useLate(failure === null);
  const lost = failure instanceof ApiError && failure.status === 404;
  return (
    <section className="pane talk" aria-label={t("talk.label")} data-pane aria-busy={failure === null}>
      <header className="head">
        <BackLink view={view} />
      </header>
      {lost ? (
        <Empty icon={IconMessageOff} title={t("talk.lost")} />
      ) : failure ? (
        <Failure error={failure} onRetry={onRetry}>
          {t("talk.failed")}
        </Failure>
      ) : (
        late && (
          <div className="feed">
            <LineBones />
          </div>
        )
      )}
    </section>
  );
}

function BackLink({ view }: { view: string }) {
  return (
    <Link className="btn icon quiet back" to="/inbox/$view/{-$chat}" params={{ view, chat: undefined }} aria-label={t("talk.back")}>
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}

function Head({ chat, me, view, footing, actions, panelOpen, onPanel }: ConversationProps & { chat: Chat; footing: Footing }) {
  const closing = useLive((state) => state.closing).has(chat.id);
  const running = footing !== "read" && chat.state !== "closed" && !closing;
  const canClose = running && footing !== "other";
  const entries = [
    ...(chat.unread === 0 && footing !== "read" ? [{ id: "unread", label: t("talk.unread"), keys: "U" }] : []),
    ...(running && footing === "reply" ? [{ id: "leave", label: t("talk.leave") }] : []),
    { id: "copy", label: t("talk.copylink") },
  ];
  const small = canClose ? [{ id: "close", label: t("talk.close"), keys: "E" }] : [];
  const act = (id: string) => {
    if (id === "unread") actions.unread();
    else if (id === "leave") actions.leave();
    else if (id === "close") actions.close();
    else actions.copyLink();
  };
  return (
    <header className="head">
      <BackLink view={view} />
      <div className="title">
        <h2 id="talk-h">
          <span className="cut" dir="auto">
            {visitorName(chat)}
          </span>
        </h2>
        <p className="sub">
          <span className="num">#{chat.visitor.number}</span>
          <span className="cut">{chat.channel.name}</span>
          <StateWords chat={chat} me={me} />
          <Viewers chatId={chat.id} />
        </p>
      </div>
      {footing === "take" && !closing && (
        <Button variant="primary" icon={IconCornerUpLeft} flipIcon onClick={actions.take} aria-keyshortcuts="R">
          {t("talk.reply")}
        </Button>
      )}
      {footing === "other" && !closing && <Button onClick={actions.join}>{t("talk.join")}</Button>}
      <span className="hide-s">
        <Menu label={t("talk.more")} title={t("talk.more")} className="btn icon quiet" groups={[{ entries }]} onAction={act}>
          <Icon of={IconDots} />
        </Menu>
      </span>
      <span className="show-s">
        <Menu label={t("talk.more")} className="btn icon quiet" groups={[{ entries: [...small, ...entries] }]} onAction={act}>
          <Icon of={IconDots} />
        </Menu>
      </span>
      {canClose && (
        <Button className="hide-s" icon={IconX} onClick={actions.close} aria-keyshortcuts="E" title={`${t("talk.close")}  E`}>
          {t("talk.close")}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={IconLayoutSidebarRight}
        flipIcon
        aria-label={t("talk.details")}
        keys="]"
        aria-expanded={panelOpen}
        onClick={onPanel}
        className={panelOpen ? "only-narrow" : ""}
      />
    </header>
  );
}

function StateWords({ chat, me }: { chat: Chat; me: Operator }) {
  if (chat.state === "closed") return <Tag>{t("talk.closed")}</Tag>;
  if (chat.state === "waiting") return <Tag tone="warn">{t("talk.waits")}</Tag>;
  if (chat.state === "bot") return <Tag tone="bot">{t("talk.bot")}</Tag>;
  return chat.assignee && chat.assignee.id !== me.id ? (
    <span className="cut" dir="auto">
      {t("talk.with.operator", { name: chat.assignee.name })}
    </span>
  ) : null;
}

function Viewers({ chatId }: { chatId: number }) {
  const viewing = useLive((state) => state.viewing).get(chatId);
  const names = useOperatorNames();
  const people = [...(viewing?.keys() ?? [])].flatMap((id) => names.get(id) ?? []);
  if (people.length === 0) return null;
  return (
    <span className="line4 cut">
      <Icon of={IconEye} small /> {t("talk.viewing", { n: people.length, name: people[0] ?? "" })}
    </span>
  );
}

/** Never answer blind: what is missing, and how far it is (product.md 1.3). */
function CatchUp({ chatId }: { chatId: number }) {
  const connection = useLive((state) => state.connection);
  const log = useLive((state) => state.snapshot.logs).get(chatId);
  const torn = log !== undefined && hasGap(log);
  const shows = useLate(connection.kind === "catching_up" || torn, 300);
  if (!shows || (connection.kind !== "catching_up" && !torn)) return null;
  const { done, total } = connection.kind === "catching_up" ? connection : { done: 0, total: 0 };
  return (
    <div className="progress" role="status">
      <p className="line">
        <Icon of={IconRefresh} small className="info" />
        <span className="grow medium">{t("talk.catching")}</span>
        {total > 0 && <span className="num soft">{t("talk.catching.n", { done, total })}</span>}
      </p>
      <progress className="bar" aria-label={t("talk.catching")} {...(total > 0 && { max: total, value: done })} />
    </div>
  );
}

function Lines({ chat, me, footing }: { chat: Chat; me: Operator; footing: Footing }) {
  const live = useLiveStore();
  const log = useLive((state) => state.snapshot.logs).get(chat.id);
  const state = useLive((all) => all.logs).get(chat.id)?.state;
  const sends = useLive((all) => all.outbox).some((item) => item.chatId === chat.id);
  const late = useLate(log === undefined && !(state instanceof Error));
  if (log === undefined || (log.messages.length === 0 && !sends)) {
    if (state instanceof Error)
      return (
        <div className="log still">
          <Failure error={state} onRetry={() => live.retryLog(chat.id)}>
            {t("talk.failed")}
          </Failure>
        </div>
      );
    if (log === undefined)
      return (
        <div className="log still" aria-busy="true">
          {late && (
            <div className="feed talkbones" aria-hidden="true">
              <span className="bone w44" />
              <span className="bone w60" />
              <span className="bone own w52" />
              <span className="bone w40" />
            </div>
          )}
        </div>
      );
    return (
      <div className="log still">
        <Empty icon={IconMessageCircle} title={t("talk.hello")}>
          {t("talk.hello.text")}
        </Empty>
      </div>
    );
  }
  return (
    <>
      {state instanceof Error && (
        <Failure error={state} onRetry={() => live.retryLog(chat.id)}>
          {t("talk.failed")}
        </Failure>
      )}
      <Log key={chat.id} chat={chat} me={me} canRead={footing !== "read"} />
    </>
  );
}

/** What the visitor (or a colleague) is writing just now. */
function Preview({ chat }: { chat: Chat }) {
  const visitor = useLive((state) => state.typing).get(chat.id);
  const colleague = useLive((state) => state.colleagueTyping).get(chat.id);
  const signal = chat.state === "closed" ? undefined : (visitor ?? colleague);
  if (!signal) return <p className="preview" aria-hidden="true" />;
  const name = visitor ? visitorName(chat) : signal.name;
  return (
    <p className="preview">
      <span className="typing" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="cut" dir="auto">
        {signal.preview ? (
          <>
            {t("talk.typing.preview", { name })} <span className="faint">“{signal.preview}”</span>
          </>
        ) : (
          t("talk.typing", { name })
        )}
      </span>
    </p>
  );
}

function Foot({ chat, me, footing, mode, onMode, actions, field }: ConversationProps & { chat: Chat; footing: Footing }) {
  const outbox = useLive((state) => state.outbox);
  const closing = useLive((state) => state.closing).get(chat.id);
  const offline = useLive((state) => state.connection.kind === "offline");
  const now = useNow(500, closing !== undefined);
  const held = outbox.filter((item) => item.chatId === chat.id && item.state === "held");
  const queued = outbox.filter((item) => item.chatId === chat.id && item.state === "queued").length;
  if (closing !== undefined)
    return (
      <Bar
        words={t("talk.closing", { s: Math.max(0, Math.ceil((closing - now) / 1000)) })}
        action={<Button onClick={actions.undoClose}>{t("talk.undo")}</Button>}
      />
    );
  if (footing === "read") return null;
  return (
    <>
      {held.map((item) => (
        <Held
          key={item.clientId}
          item={item}
          onEdit={() => {
            onMode("text");
            field.current?.focus();
          }}
        />
      ))}
      {offline && queued > 0 && (
        <p className="sys waits" role="note">
          {t("composer.offline", { n: queued })}
        </p>
      )}
      {footing === "closed" ? (
        <Bar
          words={`${t("talk.isclosed")} ${t("talk.continue.hint")}`}
          action={
            <Button variant="primary" onClick={actions.continueChat}>
              {t("talk.continue")}
            </Button>
          }
        />
      ) : (
        <>
          {footing === "other" && (
            <Bar
              words={chat.assignee ? t("talk.other", { name: chat.assignee.name }) : t("talk.other.nobody")}
              action={
                <Button small onClick={actions.join}>
                  {t("talk.join")}
                </Button>
              }
            />
          )}
          <Composer
            key={chat.id}
            chat={chat}
            me={me}
            footing={footing}
            mode={footing === "other" ? "note" : mode}
            onMode={onMode}
            field={field}
            onSendAndClose={actions.close}
          />
        </>
      )}
    </>
  );
}

function Bar({ words, action }: { words: string; action: React.ReactNode }) {
  return (
    <div className="footbar">
      <p className="grow soft">{words}</p>
      {action}
    </div>
  );
}

const viewingMs = 10_000;

/** Colleagues see who looks; the signal expires, so it is repeated (CORE-047). */
function useViewing(chatId: number): void {
  const live = useLiveStore();
  const connected = useLive((state) => state.connection.kind === "live");
  useEffect(() => {
    if (!connected) return;
    const say = () => {
      if (document.visibilityState === "visible") live.viewing(chatId);
    };
    say();
    const timer = setInterval(say, viewingMs);
    return () => clearInterval(timer);
  }, [live, chatId, connected]);
}

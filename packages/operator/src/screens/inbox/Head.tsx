import type { Chat, Operator } from "@parlour/protocol";
import {
  IconArrowsExchange,
  IconChevronLeft,
  IconCornerUpLeft,
  IconDots,
  IconEye,
  IconLayoutSidebarRight,
  IconUserPlus,
  IconX,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { may } from "../../state/session.tsx";
import { useLive } from "../../state/live-context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Avatar, Tag } from "../../ui/marks.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { ChatActions } from "./actions.ts";
import { mayGive } from "./chat-commands.ts";
import type { PartProps } from "./conversation-props.ts";
import { t as desk } from "./transfer/text.ts";
import { useOperatorNames, useOperatorPhoto } from "./people.ts";
import { t } from "./text.ts";
import { askForRating } from "./tags/ask-rating.ts";
import { t as writing } from "./tags/text.ts";
import { visitorName } from "../../ui/visitor-name.ts";

/** Header of a chat: visitor, state, actions. */
export function Head(props: PartProps) {
  const { chat, me, view, footing, actions, panelOpen, onPanel } = props;
  const closing = useLive((state) => state.closing.has(chat.id));
  const running = isRunning(props, closing);
  const canClose = running && footing !== "other";
  return (
    <header className="head">
      <BackLink view={view} />
      <Title chat={chat} me={me} />
      {footing === "take" && !closing && (
        <Button variant="primary" icon={IconCornerUpLeft} flipIcon onClick={actions.take} aria-keyshortcuts="R">
          {t("talk.reply")}
        </Button>
      )}
      {footing === "other" && !closing && <Button onClick={actions.join}>{t("talk.join")}</Button>}
      {running && footing === "reply" && <Giving actions={actions} isAsked={Boolean(chat.transfer)} />}
      <MoreMenus {...props} closing={closing} />
      {canClose && (
        <Button className="hide-s" icon={IconX} onClick={() => actions.close()} aria-keyshortcuts="E" title={`${t("talk.close")}  E`}>
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

function Title({ chat, me }: { chat: Chat; me: Operator }) {
  return (
    <div className="title">
      <h2 id="talk-h">
        <span className="cut" dir="auto">
          {visitorName(chat)}
        </span>
      </h2>
      <p className="sub">
        <span className="num">{t("panel.number", { n: chat.visitor.number })}</span>
        <span className="cut">{chat.channel.name}</span>
        <StateWords chat={chat} me={me} />
        <Viewers chatId={chat.id} />
      </p>
    </div>
  );
}

/**
 * Buttons to transfer the chat and to invite an operator. `isTransferPending`: a transfer is open
 * already.
 */
function Giving({ actions, isAsked }: { actions: ChatActions; isAsked: boolean }) {
  return (
    <>
      <Button
        className="hide-s"
        icon={IconArrowsExchange}
        onClick={() => actions.ask("transfer")}
        aria-keyshortcuts="T"
        aria-haspopup="dialog"
        unavailable={isAsked && desk("head.asked")}
        title={`${desk("head.transfer")}  T`}
      >
        {desk("head.transfer")}
      </Button>
      <Button
        variant="quiet"
        className="hide-s"
        icon={IconUserPlus}
        aria-label={desk("cmd.invite")}
        aria-haspopup="dialog"
        keys="I"
        onClick={() => actions.ask("invite")}
      />
    </>
  );
}

function isRunning({ chat, footing }: PartProps, closing: boolean): boolean {
  return footing !== "read" && chat.state !== "closed" && !closing;
}

/**
 * Menu of rare actions. On phones it contains all actions, because there is no room for buttons.
 */
function MoreMenus(props: PartProps & { closing: boolean }) {
  const { chat, footing, closing } = props;
  const isRead = useLive((state) => state.snapshot.chats.get(chat.id)?.chat.unread === 0);
  const running = isRunning(props, closing);
  const deeds = useMenuDeeds(props);
  const act = (id: string) => deeds[id]?.();
  const entries = [
    ...(isRead && footing !== "read" ? [{ id: "unread", label: t("talk.unread"), keys: "U" }] : []),
    ...(running ? runningEntries(props) : []),
    ...standingEntries(props, running),
  ];
  const first = running ? shownEntries(props) : [];
  return (
    <>
      <span className="hide-s">
        <Menu label={t("talk.more")} title={t("talk.more")} className="btn icon quiet" groups={[{ entries }]} onAction={act}>
          <Icon of={IconDots} />
        </Menu>
      </span>
      <span className="show-s">
        <Menu label={t("talk.more")} className="btn icon quiet" groups={[{ entries: [...first, ...entries] }]} onAction={act}>
          <Icon of={IconDots} />
        </Menu>
      </span>
    </>
  );
}

/** Actions that have buttons of their own if there is room. */
function shownEntries({ footing }: PartProps) {
  return [
    ...(footing === "reply" ? [{ id: "transfer", label: desk("head.transfer"), keys: "T" }] : []),
    ...(footing === "reply" ? [{ id: "invite", label: desk("cmd.invite"), keys: "I" }] : []),
    ...(footing !== "other" ? [{ id: "close", label: t("talk.close"), keys: "E" }] : []),
  ];
}

/** Actions on a chat that is not closed. */
function runningEntries({ chat, me, footing }: PartProps) {
  const gives = footing === "other" && mayGive(chat, footing, me);
  return [
    ...(gives ? [{ id: "transfer", label: desk("cmd.transfer"), keys: "T" }] : []),
    ...(gives ? [{ id: "invite", label: desk("cmd.invite"), keys: "I" }] : []),
    ...(footing !== "take" ? [{ id: "call", label: t("cmd.call") }] : []),
    ...(footing === "reply" ? [{ id: "leave", label: t("talk.leave") }] : []),
    ...(footing !== "other" ? [{ id: "closewhy", label: desk("cmd.closewhy") }] : []),
  ];
}

/** Actions in every state of the chat. */
function standingEntries({ chat, me, footing }: PartProps, running: boolean) {
  return [
    ...(footing !== "read" ? [{ id: "block", label: desk("cmd.block"), keys: "B" }] : []),
    ...(footing !== "read" ? [{ id: "tags", label: writing("cmd.tag") }] : []),
    ...(running && footing === "reply"
      ? [{ id: "rating", label: writing("cmd.rating"), ...(chat.channel.kind === "api" && { hint: writing("cmd.rating.api") }) }]
      : []),
    { id: "transcript", label: writing("cmd.transcript") },
    { id: "copy", label: t("talk.copylink") },
    ...(may(me, "integrations") ? [{ id: "deliveries", label: t("talk.deliveries") }] : []),
  ];
}

function useMenuDeeds({ chat, actions }: PartProps): Readonly<Record<string, () => void>> {
  const navigate = useNavigate();
  return {
    unread: actions.unread,
    leave: actions.leave,
    call: actions.call,
    transfer: () => actions.ask("transfer"),
    invite: () => actions.ask("invite"),
    block: () => actions.ask("block"),
    closewhy: () => actions.ask("close"),
    close: () => actions.close(),
    tags: () => actions.ask("tags"),
    transcript: () => actions.ask("transcript"),
    rating: () => void askForRating(chat),
    copy: actions.copyLink,
    deliveries: () => void navigate({ to: "/integrations/$", params: { _splat: "deliveries" }, search: { chat: chat.id } as never }),
  };
}

export function BackLink({ view }: { view: string }) {
  return (
    <Link className="btn icon quiet back" to="/inbox/$view/{-$chat}" params={{ view, chat: undefined }} aria-label={t("talk.back")}>
      <Icon of={IconChevronLeft} flip />
    </Link>
  );
}

function StateWords({ chat, me }: { chat: Chat; me: Operator }) {
  const photo = useOperatorPhoto(chat.assignee?.id ?? null);
  if (chat.state === "closed") return <Tag>{t("talk.closed")}</Tag>;
  if (chat.state === "waiting") return <Tag tone="warn">{t("talk.waits")}</Tag>;
  if (chat.state === "bot") return <Tag tone="bot">{t("talk.bot")}</Tag>;
  return chat.assignee && chat.assignee.id !== me.id ? (
    <span className="line4 cut" dir="auto">
      <Avatar name={chat.assignee.name} photo={photo} size={20} />
      <span className="cut">{t("talk.with.operator", { name: chat.assignee.name })}</span>
    </span>
  ) : null;
}

function Viewers({ chatId }: { chatId: number }) {
  const viewing = useLive((state) => state.viewing.get(chatId));
  const names = useOperatorNames();
  const people = [...(viewing?.keys() ?? [])].flatMap((id) => names.get(id) ?? []);
  if (people.length === 0) return null;
  return (
    <span className="line4 cut">
      <Icon of={IconEye} small /> {t("talk.viewing", { n: people.length, name: people[0] ?? "" })}
    </span>
  );
}

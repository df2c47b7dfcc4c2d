import "../../ui/inbox.css";
import { lazy, memo, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState, type ComponentProps } from "react";
import { chatTexts } from "../../ui/chat-text.ts";
import { footingOf } from "../../state/live-state.ts";
import { may, useMe } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import { useChatActions } from "./actions.ts";
import { mayGive } from "./chat-commands.ts";
import type { ListHandle } from "./ChatList.tsx";
import { Conversation } from "./Conversation.tsx";
import { LateEmptyPane } from "./late-start.ts";
import { ListPane } from "./ListPane.tsx";
import { Panel } from "./Panel.tsx";
import { t } from "./text.ts";
import { useAbout } from "./use-about.ts";
import { useInboxCommands } from "./use-inbox-commands.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { usePanel } from "./use-panel.ts";
import { useOpenChat, usePlace } from "./use-place.ts";
import { useWriting } from "./use-writing.ts";
import { visitorName } from "../../ui/visitor-name.ts";
import { fetchPart } from "../../ui/fetch-part.ts";

const ChatDialogs = lazy(() => fetchPart(() => import("./dialogs/index.tsx")).then((module) => ({ default: module.ChatDialogs })));

const PanelOf = memo(Panel);
/** Renders the panel after the messages, because an operator opens a chat to read those first. */
function LatePanel({ chat, ...rest }: ComponentProps<typeof Panel>) {
  const late = useDeferredValue(chat);
  return <PanelOf key={`p${late.id}`} chat={late} {...rest} />;
}

/**
 * The inbox: list, conversation, visitor panel. Three panes from 1100 px, two with a drawer below
 * that, one below 720 px.
 */
export function Screen() {
  const { me, view, chatId, chat, actions, writing, panel, open, parts } = useInbox();
  const panelDeeds = useSteady({ onClose: panel.toggle, onTags: () => actions.ask("tags") });
  const withPanel = chat !== undefined && panel.isOpen;
  return (
    <main className={["inbox", chatId !== null && "chosen", withPanel && !panel.isDrawer && "with-panel"].filter(Boolean).join(" ")}>
      <h1 className="vh">{t("inbox.title")}</h1>
      <ListPane me={me} view={view} selected={chatId} onOpen={open} handle={parts.handle} filterRef={parts.filter} />
      {chatId === null ? (
        <LateEmptyPane me={me} />
      ) : (
        <Conversation
          key={chatId}
          {...{ me, view, chatId, actions, field: parts.field, mode: writing.mode, panelOpen: panel.isOpen }}
          onMode={writing.setMode}
          onPanel={panel.toggle}
        />
      )}
      {chat && <LatePanel chat={chat} me={me} open={panel.isOpen} {...panelDeeds} />}
      {chat && actions.asked !== null && (
        <Suspense fallback={null}>
          <ChatDialogs asked={actions.asked} chat={chat} me={me} onReason={actions.close} onClose={actions.endAsking} />
        </Suspense>
      )}
      {withPanel && panel.isDrawer && <button type="button" className="drawerscrim" aria-label={t("panel.close")} onClick={panel.toggle} />}
    </main>
  );
}

/**
 * Shared state of panes, shortcuts and palette: the chat of the URL, the permission in it, and its
 * actions.
 */
function useInbox() {
  const me = useMe();
  const place = usePlace();
  const { view, chatId } = place;
  const chat = useAbout(chatId);
  const parts = useParts();
  const actions = useChatActions(chatId, parts.field);
  const panel = usePanel(chatId);
  const { open, isOpening } = useOpenChat(place, parts.field);
  const footing = chat ? footingOf(chat, me.id, may(me, "chat")) : null;
  const gives = chat !== undefined && footing !== null && mayGive(chat, footing, me);
  const writing = useWriting({ chatId, footing, actions, field: parts.field });
  useTitle("section", t("inbox.title"));
  useTitle("page", chat ? visitorName(chat) : chatTexts(`view.${view}`));
  useInboxKeys({ place, chat, footing, gives, actions, write: writing.write, isOpening, parts, panel });
  useInboxCommands({ chat, footing, gives, actions, write: writing.write });
  return { me, view, chatId, chat, actions, writing, panel, open, parts };
}

/** Returns the targets for the focus: the composer, the filter, and the rows of the list. */
function useParts() {
  const field = useRef<HTMLTextAreaElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle | null>(null);
  const handle = useCallback((next: ListHandle | null) => {
    list.current = next;
  }, []);
  return { field, filter, list, handle };
}

/** Returns callbacks with a stable identity that call the latest versions. */
function useSteady<T extends Readonly<Record<string, () => void>>>(deeds: T): T {
  const newest = useRef(deeds);
  useEffect(() => {
    newest.current = deeds;
  });
  const [steady] = useState(() => Object.fromEntries(Object.keys(deeds).map((name) => [name, () => newest.current[name]?.()])) as T);
  return steady;
}

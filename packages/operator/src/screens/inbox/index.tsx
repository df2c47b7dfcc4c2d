import "../../ui/inbox.css";
import { IconMessageCircle } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { lazy, memo, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState, type ComponentProps } from "react";
import { useCommands, type Command } from "../../app/commands.ts";
import { nextFocus } from "../../app/RingCard.tsx";
import { t as app } from "../../app/text.ts";
import type { Mode } from "../../state/drafts.ts";
import { useLiveStore } from "../../state/live-context.tsx";
import { footingOf, views, type View } from "../../state/live-state.ts";
import { setPreferences, usePreferences } from "../../state/preferences.ts";
import { may, useMe } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import { useChatActions } from "./actions.ts";
import { chatCommands, mayGive } from "./chat-commands.ts";
import type { ListHandle } from "./ChatList.tsx";
import { Conversation, NoConversation } from "./Conversation.tsx";
import { ListPane } from "./ListPane.tsx";
import { Panel } from "./Panel.tsx";
import { t } from "./text.ts";
import { useAbout } from "./use-about.ts";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useNarrow } from "./use-narrow.ts";
import { useWishToWrite } from "./use-wish-to-write.ts";
import { visitorName } from "./words.ts";

const ChatDialogs = lazy(() => import("./dialogs/index.tsx").then((module) => ({ default: module.ChatDialogs })));

const PanelOf = memo(Panel);
/** Its messages are what one switches to a chat for: the panel follows behind their first paint. */
function LatePanel({ chat, ...rest }: ComponentProps<typeof Panel>) {
  const late = useDeferredValue(chat);
  return <PanelOf key={`p${late.id}`} chat={late} {...rest} />;
}

/** The inbox: list, conversation, visitor. Three panes from 1100 px, two with a drawer, one below 720. */
export function Screen() {
  const me = useMe();
  const params: { view?: string; chat?: string } = useParams({ strict: false });
  const view: View = views.find((name) => name === params.view) ?? "all";
  const chatId = params.chat && /^[1-9][0-9]{0,15}$/.test(params.chat) ? Number(params.chat) : null;
  const navigate = useNavigate();
  const live = useLiveStore();
  const chat = useAbout(chatId);
  const actions = useChatActions(chatId);
  useTitle("section", t("inbox.title"));
  useTitle("page", chat ? visitorName(chat) : app(`view.${view}`));
  const narrow = useNarrow(1100);
  const { panel } = usePreferences();
  const [drawer, setDrawer] = useState<number | null>(null);
  const [modes, setModes] = useState<{ chat: number; mode: Mode } | null>(null);
  const mode = modes !== null && modes.chat === chatId ? modes.mode : "text";
  const field = useRef<HTMLTextAreaElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle | null>(null);
  const panelOpen = narrow ? drawer !== null && drawer === chatId : panel;
  const togglePanel = () => {
    if (narrow) setDrawer(panelOpen ? null : chatId);
    else setPreferences({ panel: !panel });
  };
  const handle = useCallback((next: ListHandle | null) => {
    list.current = next;
  }, []);

  const open = (id: number, how: "look" | "write") => {
    live.warmChat(id);
    void navigate({
      to: "/inbox/$view/{-$chat}",
      params: { view, chat: String(id) },
      ...(how === "write" && { state: { focus: nextFocus() } }),
    });
    if (how === "write" && id === chatId) field.current?.focus();
  };

  const footing = chat ? footingOf(chat, me.id, may(me, "chat")) : null;
  const gives = chat !== undefined && footing !== null && mayGive(chat, footing, me);
  const canWrite = footing === "reply" || footing === "take" || footing === "other";
  useWishToWrite(field, canWrite);
  const write = (next: Mode) => {
    if (!footing || footing === "read" || chatId === null) return false;
    if (footing === "closed") {
      actions.continueChat();
      return true;
    }
    if (next === "text" && footing === "take") {
      actions.take();
      return true;
    }
    setModes({ chat: chatId, mode: next });
    requestAnimationFrame(() => field.current?.focus());
    return true;
  };
  useInboxKeys({
    view,
    chatId,
    chat,
    footing,
    gives,
    actions,
    write,
    list,
    field,
    filter,
    drawerOpen: narrow && drawer !== null,
    closeDrawer: () => setDrawer(null),
    togglePanel,
  });
  useCommands(() => [
    ...(chat && footing ? [{ title: visitorName(chat), commands: chatCommands(footing, actions, write, gives) }] : []),
    {
      title: app("palette.chats"),
      commands: [...live.get().snapshot.chats.values()].map(({ chat: other }): Command => ({
        id: `chat-${other.id}`,
        label: visitorName(other),
        note: `#${other.visitor.number} ${other.channel.name}`,
        icon: IconMessageCircle,
        run: () => open(other.id, "look"),
      })),
    },
  ]);

  const panelDeeds = useSteady({ onClose: togglePanel, onTags: () => actions.ask("tags") });

  return (
    <main className={["inbox", chatId !== null && "chosen", chat && panelOpen && !narrow && "with-panel"].filter(Boolean).join(" ")}>
      <h1 className="vh">{t("inbox.title")}</h1>
      <ListPane me={me} view={view} selected={chatId} onOpen={open} handle={handle} filterRef={filter} />
      {chatId === null ? (
        <NoConversation />
      ) : (
        <Conversation
          key={chatId}
          {...{ me, view, chatId, mode, actions, field, panelOpen }}
          onMode={(next) => {
            setModes({ chat: chatId, mode: next });
            requestAnimationFrame(() => field.current?.focus());
          }}
          onPanel={togglePanel}
        />
      )}
      {chat && <LatePanel chat={chat} me={me} open={panelOpen} {...panelDeeds} />}
      {chat && actions.asked !== null && (
        <Suspense fallback={null}>
          <ChatDialogs asked={actions.asked} chat={chat} me={me} onReason={actions.close} onClose={actions.endAsking} />
        </Suspense>
      )}
      {chat && narrow && panelOpen && <button type="button" className="drawerscrim" aria-label={t("panel.close")} onClick={togglePanel} />}
    </main>
  );
}

/** The same functions at each drawing; they do what the newest ones do. */
function useSteady<T extends Readonly<Record<string, () => void>>>(deeds: T): T {
  const newest = useRef(deeds);
  useEffect(() => {
    newest.current = deeds;
  });
  const [steady] = useState(() => Object.fromEntries(Object.keys(deeds).map((name) => [name, () => newest.current[name]?.()])) as T);
  return steady;
}

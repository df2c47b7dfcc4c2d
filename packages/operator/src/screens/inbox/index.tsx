import "../../ui/inbox.css";
import { IconCornerUpLeft, IconMessageCircle, IconNote, IconUserPlus, IconX, IconMailOpened, IconPlayerPlay } from "@tabler/icons-react";
import { useLocation, useNavigate, useParams } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { useCommands, type Command } from "../../app/commands.ts";
import { isTyping, useKeys } from "../../app/keys.ts";
import { nextFocus } from "../../app/RingCard.tsx";
import { t as app } from "../../app/text.ts";
import type { Mode } from "../../state/drafts.ts";
import { useLive } from "../../state/live-context.tsx";
import { footingOf, views, type View } from "../../state/live-state.ts";
import { setPreferences, usePreferences } from "../../state/preferences.ts";
import { may, useMe } from "../../state/session.tsx";
import { useTitle } from "../../ui/title.ts";
import { useChatActions } from "./actions.ts";
import type { ListHandle } from "./ChatList.tsx";
import { Conversation, NoConversation } from "./Conversation.tsx";
import { ListPane } from "./ListPane.tsx";
import { Panel } from "./Panel.tsx";
import { t } from "./text.ts";
import { useNarrow } from "./use-narrow.ts";
import { visitorName } from "./words.ts";

/** The inbox: list, conversation, visitor. Three panes from 1100 px, two with a drawer, one below 720. */
export function Screen() {
  const me = useMe();
  const params: { view?: string; chat?: string } = useParams({ strict: false });
  const view: View = views.find((name) => name === params.view) ?? "all";
  const chatId = params.chat && /^[1-9][0-9]{0,15}$/.test(params.chat) ? Number(params.chat) : null;
  const navigate = useNavigate();
  const wish = useLocation({ select: (location) => location.state.focus ?? null });
  const granted = useRef<number | null>(null);
  const chat = useLive((state) => state.snapshot.chats).get(chatId ?? -1)?.chat;
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
    void navigate({
      to: "/inbox/$view/{-$chat}",
      params: { view, chat: String(id) },
      ...(how === "write" && { state: { focus: nextFocus() } }),
    });
    if (how === "write" && id === chatId) field.current?.focus();
  };

  const footing = chat ? footingOf(chat, me.id, may(me, "chat")) : null;
  const canWrite = footing === "reply" || footing === "take" || footing === "other";
  useEffect(() => {
    // Each wish is granted once, and not when the person has begun to write elsewhere meanwhile.
    if (wish === null || !canWrite || granted.current === wish) return;
    granted.current = wish;
    if (!isTyping(document.activeElement)) field.current?.focus();
  }, [wish, canWrite]);
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
  // Arrows lead into the list only from nowhere: in fields, menus and the feed they have their own work.
  const intoList = () => {
    if (document.activeElement !== document.body) return false;
    list.current?.focusSelected();
    return true;
  };
  const closeChat = () => {
    if (footing !== "reply" && footing !== "take") return false;
    actions.close();
    return true;
  };
  useKeys({
    j: () => list.current?.step(1, false),
    k: () => list.current?.step(-1, false),
    "shift+j": () => list.current?.step(1, true),
    "shift+k": () => list.current?.step(-1, true),
    arrowdown: () => intoList(),
    arrowup: () => intoList(),
    r: () => write("text"),
    n: () => write("note"),
    e: closeChat,
    u: () => {
      if (!chat || footing === "read") return false;
      actions.unread();
      return true;
    },
    "/": () => filter.current?.focus(),
    "]": togglePanel,
    escape: () => {
      if (narrow && drawer !== null) {
        setDrawer(null);
        return true;
      }
      if (document.activeElement === field.current || document.activeElement === filter.current) {
        list.current?.focusSelected();
        return true;
      }
      if (chatId === null) return false;
      void navigate({ to: "/inbox/$view/{-$chat}", params: { view } });
      return true;
    },
    ...Object.fromEntries(
      views.map((name, index) => [
        String(index + 1),
        () => {
          void navigate({ to: "/inbox/$view/{-$chat}", params: { view: name, ...(chatId !== null && { chat: String(chatId) }) } });
        },
      ]),
    ),
  });

  const all = useLive((state) => state.snapshot.chats);
  useCommands(() => [
    ...(chat && footing ? [{ title: visitorName(chat), commands: chatCommands(footing, actions, write) }] : []),
    {
      title: app("palette.chats"),
      commands: [...all.values()].map(({ chat: other }): Command => ({
        id: `chat-${other.id}`,
        label: visitorName(other),
        note: `#${other.visitor.number} ${other.channel.name}`,
        icon: IconMessageCircle,
        run: () => open(other.id, "look"),
      })),
    },
  ]);

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
      {chat && <Panel key={`p${chat.id}`} chat={chat} me={me} open={panelOpen} onClose={togglePanel} />}
      {chat && narrow && panelOpen && <button type="button" className="drawerscrim" aria-label={t("panel.close")} onClick={togglePanel} />}
    </main>
  );
}

function chatCommands(
  footing: ReturnType<typeof footingOf>,
  actions: ReturnType<typeof useChatActions>,
  write: (mode: Mode) => boolean,
): Command[] {
  const note: Command = { id: "note", label: t("cmd.note"), icon: IconNote, keys: "N", run: () => void write("note") };
  const unread: Command = { id: "unread", label: t("cmd.unread"), icon: IconMailOpened, keys: "U", run: actions.unread };
  const close: Command = { id: "close", label: t("cmd.close"), icon: IconX, keys: "E", run: actions.close };
  switch (footing) {
    case "read":
      return [];
    case "closed":
      return [{ id: "continue", label: t("cmd.continue"), icon: IconPlayerPlay, run: actions.continueChat }];
    case "take":
      return [{ id: "take", label: t("cmd.take"), icon: IconCornerUpLeft, keys: "R", run: actions.take }, note, close, unread];
    case "other":
      return [{ id: "join", label: t("cmd.join"), icon: IconUserPlus, run: actions.join }, note, unread];
    case "reply":
      return [note, close, unread];
  }
}

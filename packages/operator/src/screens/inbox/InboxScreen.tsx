import "../../ui/inbox.css";
import {
  createElement,
  memo,
  useDeferredValue,
  useEffect,
  useState,
  type ComponentProps,
} from "react";
import { Conversation } from "./conversation/Conversation.tsx";
import { LazyEmptyPane } from "./lazy-start-parts.ts";
import { ListPane } from "./list/ListPane.tsx";
import type { VisitorPanel } from "./panel/VisitorPanel.tsx";
import { t } from "./text.ts";
import { createLazyValue, useLazyValue } from "../../ui/loading/lazy-value.ts";
import { lazyPart } from "../../ui/loading/lazy-part.ts";
import { useLatest } from "../../ui/keyboard/use-latest.ts";
import { useInbox } from "./use-inbox.ts";
import { DialogBoundary } from "../../ui/dialog/DialogBoundary.tsx";

const ChatDialogs = lazyPart(
  () => import("./dialogs/index.tsx"),
  (module) => module.ChatDialogs,
);

const lazyPanel = createLazyValue(() =>
  import("./panel/VisitorPanel.tsx").then((module) => memo(module.VisitorPanel)),
);
/** Loads the panel after the messages, because operators read the messages first. */
function DeferredPanel({ chat, ...rest }: ComponentProps<typeof VisitorPanel>) {
  const deferredChat = useDeferredValue(chat);
  const panel = useLazyValue(lazyPanel);
  useEffect(() => lazyPanel.load(), []);
  return panel && createElement(panel, { key: `p${deferredChat.id}`, chat: deferredChat, ...rest });
}

/** The inbox: three panes from 1100 px, two with a drawer below, and one below 720 px. */
export function InboxScreen() {
  const { me, view, chatId, chat, actions, composerMode, panel, open, focusTargets } = useInbox();
  const panelActions = useStableCallbacks({
    onClose: panel.toggle,
    onTags: () => actions.showDialog("tags"),
  });
  const hasPanel = chat !== undefined && panel.isOpen;
  return (
    <main
      className={["inbox", chatId !== null && "chosen", hasPanel && !panel.isDrawer && "with-panel"]
        .filter(Boolean)
        .join(" ")}
    >
      <h1 className="vh">{t("inbox.title")}</h1>
      <ListPane
        me={me}
        view={view}
        selected={chatId}
        onOpen={open}
        handle={focusTargets.handle}
        filterRef={focusTargets.filter}
      />
      {chatId === null ? (
        <LazyEmptyPane me={me} />
      ) : (
        <Conversation
          key={chatId}
          {...{
            me,
            view,
            chatId,
            actions,
            field: focusTargets.field,
            mode: composerMode.mode,
            panelOpen: panel.isOpen,
          }}
          onMode={composerMode.setMode}
          onPanel={panel.toggle}
        />
      )}
      {chat && <DeferredPanel chat={chat} me={me} open={panel.isOpen} {...panelActions} />}
      {chat && actions.openDialog !== null && (
        <DialogBoundary onClose={actions.closeDialog}>
          <ChatDialogs
            kind={actions.openDialog}
            chat={chat}
            me={me}
            onReason={actions.close}
            onJoin={actions.join}
            onClose={actions.closeDialog}
          />
        </DialogBoundary>
      )}
      {hasPanel && panel.isDrawer && (
        <button
          type="button"
          className="drawerscrim"
          aria-label={t("panel.close")}
          onClick={panel.toggle}
        />
      )}
    </main>
  );
}

/** Returns callbacks that keep their identity and always call the latest version. */
function useStableCallbacks<T extends Readonly<Record<string, () => void>>>(callbacks: T): T {
  const latest = useLatest(callbacks);
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(callbacks).map((name) => [name, () => latest.current[name]?.()]),
      ) as T,
  );
  return stable;
}

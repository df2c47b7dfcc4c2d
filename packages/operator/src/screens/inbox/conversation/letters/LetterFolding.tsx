import type { Chat, Operator } from "@parlour/protocol";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useLiveClient, useLiveState } from "../../../../state/live-context.tsx";
import type { LiveClient } from "../../../../state/live/live-client.ts";
import { groupMessages, isLetter } from "../../../../ui/conversation/message/message-groups.ts";
import { watchPosition } from "./watch-position.ts";
import { FoldContext } from "./fold-context.ts";
import { setFoldEntry } from "./fold-menu.ts";
import {
  chooseFold,
  emptyFoldState,
  foldAll,
  foldReadLetters,
  isLetterOpen,
  unfoldAll,
} from "./fold-state.ts";
import { Letter } from "./Letter.tsx";
import { LetterContext } from "../../../../ui/conversation/message-contexts.ts";
import { t } from "./text.ts";
import "./letters.css";

const noMessages: readonly never[] = [];

/**
 * Folds the emails of a conversation that were read when it was opened (MAIL-156). What is open is
 * kept until another chat is opened.
 */
export function LetterFolding({
  chat: { id },
  me,
  children,
}: {
  chat: Chat;
  me: Operator;
  children: ReactNode;
}) {
  const live = useLiveClient();
  const messages = useLiveState(({ snapshot }) => snapshot.logs.get(id)?.messages) ?? noMessages;
  const letters = useMemo(
    () => groupMessages(messages, [], me.id).filter(isLetter),
    [messages, me.id],
  );
  const [state, setState] = useState(emptyFoldState);
  if (state.openFrom === null && messages.length > 0)
    setState(foldReadLetters(letters, messages, countUnread(live, id)));
  const folds = useMemo(() => {
    const setOpen = (groupKey: string, isOpen: boolean) =>
      setState((all) => chooseFold(all, groupKey, isOpen));
    return { state, setOpen };
  }, [state]);
  const [foldable] = useState(() => ({
    Letter,
    unfold: (groupKey: string) => setState((all) => chooseFold(all, groupKey, true)),
  }));
  const canFold = letters.length > 1;
  const hasFolded = letters.some((group) => !isLetterOpen(state, group, null));
  useEffect(() => {
    if (!canFold) return;
    setFoldEntry({
      label: t(hasFolded ? "letter.unfold" : "letter.fold"),
      run: () => {
        const { snapshot } = live.get();
        const loaded = snapshot.logs.get(id)?.messages ?? noMessages;
        watchPosition(findReadGroup(id));
        setState(hasFolded ? unfoldAll : foldAll(loaded, countUnread(live, id)));
      },
    });
    return () => setFoldEntry(null);
  }, [canFold, hasFolded, live, id]);
  return (
    <FoldContext value={folds}>
      <LetterContext value={foldable}>{children}</LetterContext>
    </FoldContext>
  );
}

const countUnread = (live: LiveClient, chatId: number): number =>
  live.get().snapshot.chats.get(chatId)?.chat.unread ?? 0;

/** Returns the first group on screen. Null at the end of the conversation, where the list stays. */
function findReadGroup(chatId: number): Element | null {
  const list = document.querySelector(`[data-chat="${chatId}"] .log`);
  if (!list || list.scrollHeight - list.scrollTop - list.clientHeight < 2) return null;
  const { top } = list.getBoundingClientRect();
  const groups = [...list.querySelectorAll("article")];
  return groups.find((group) => group.getBoundingClientRect().bottom > top) ?? null;
}

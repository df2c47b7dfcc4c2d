import { useState, type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { DraftMode } from "../../../state/drafts/drafts.ts";
import type { ChatPermission } from "../../../state/live-state.ts";
import type { ChatActions } from "../use-chat-actions.ts";
import { useOpeningCount } from "../../../state/inbox/openings.ts";
import { useLocation } from "@tanstack/react-router";
import { isEditable } from "../../../ui/keyboard/shortcuts.ts";

interface ComposerModeDeps {
  chatId: number | null;
  /** Permission of the operator in the chat. Null without a chat, or until it is loaded. */
  permission: ChatPermission | null;
  actions: ChatActions;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Manages the mode of the composer: reply or note. Each chat starts with a reply. */
export function useComposerMode({ chatId, permission, actions, field }: ComposerModeDeps) {
  const [chosen, setChosen] = useState<{
    chat: number;
    mode: DraftMode;
    openings: number;
  } | null>(null);
  // A chat that is opened begins with a reply, also if a note was chosen before.
  const openings = useOpeningCount(chatId ?? 0);
  useFocusRequest(field, permission === "reply" || permission === "take" || permission === "other");
  const setMode = (mode: DraftMode) => {
    if (chatId === null) return;
    // Renders synchronously, so that the next keystrokes go to the text and trigger no shortcuts.
    flushSync(() => setChosen({ chat: chatId, mode, openings }));
    field.current?.focus();
  };
  /** Starts writing, and accepts or continues the chat for that. Returns false if not allowed. */
  const write = (mode: DraftMode): boolean => {
    if (permission === null || permission === "read" || chatId === null) return false;
    if (permission === "closed") actions.continueChat();
    else if (mode === "text" && permission === "take") actions.take();
    else setMode(mode);
    return true;
  };
  return {
    mode:
      chosen?.chat === chatId && chosen.openings === openings
        ? chosen.mode
        : ("text" satisfies DraftMode),
    setMode,
    write,
  };
}

/** Focuses the composer when the URL requests it (`HistoryState.focus`) and writing is allowed. */
function useFocusRequest(field: RefObject<HTMLTextAreaElement | null>, canWrite: boolean): void {
  const request = useLocation({ select: (location) => location.state.focus ?? null });
  const handled = useRef<number | null>(null);
  useEffect(() => {
    // Handles each request once. Ignores it if the operator has started typing elsewhere.
    if (request === null || !canWrite || handled.current === request) return;
    handled.current = request;
    if (!isEditable(document.activeElement)) field.current?.focus();
  }, [request, canWrite, field]);
}

import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { browserClock } from "../../state/clock.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { useOpenChat } from "../../ui/open-chat/open-chat.ts";
import { toChatAddress } from "../../ui/address/chat-routes.ts";
import { announce } from "../../ui/live-region.tsx";
import {
  mergePaletteGroups,
  parsePaletteQuery,
  type PaletteGroup,
  type GroupKind,
  type PaletteQuery,
  type PaletteItem,
} from "./groups.ts";
import { toResultUrl } from "./use-search-result.ts";
import { t } from "./text.ts";
import { useSearchResult } from "./use-search-result.ts";
import { useGroups } from "./use-groups.ts";

/** Milliseconds from the last keystroke to the announcement of the number of results. */
const announceDelayMs = 500;

/** Manages text, groups, selected row and keys of the palette. */
export function usePalette(onClose: () => void) {
  const [text, setText] = useState("");
  const query = useMemo(() => parsePaletteQuery(text), [text]);
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const search = useSearchResult(query.remote, !isOffline);
  const groups = useGroups(text, query, search.kind === "found" ? search.result : null);
  const { shown, selected, select } = useStableRows(text, groups);
  const rows = shown.flatMap((group) => group.rows);
  const current = rows.find(({ id }) => id === selected) ?? rows[0];
  const open = useOpenResult(query, onClose);
  useAnnounceCount(text, rows, search.kind === "busy");
  const move = (to: PaletteItem | undefined) => {
    if (to) select(to.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const handled = handleKey({
      event,
      rows,
      shown,
      current,
      text,
      move,
      clear: () => setText(""),
      open,
    });
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    text,
    setText,
    query,
    search,
    isOffline,
    groups: shown,
    current,
    select,
    onKeyDown,
    open,
  };
}

interface KeyContext {
  readonly event: KeyboardEvent;
  readonly rows: readonly PaletteItem[];
  readonly shown: readonly PaletteGroup[];
  readonly current: PaletteItem | undefined;
  readonly text: string;
  readonly move: (to: PaletteItem | undefined) => void;
  readonly clear: () => void;
  readonly open: ReturnType<typeof useOpenResult>;
}
/** Handles a key. Returns false if the browser and the dialog must handle it. */
function handleKey({ event, rows, shown, current, text, move, clear, open }: KeyContext): boolean {
  const at = current === undefined ? -1 : rows.indexOf(current);
  switch (event.key) {
    case "ArrowDown":
    case "ArrowUp": {
      if (rows.length === 0) return false;
      move(rows[(at + (event.key === "ArrowDown" ? 1 : -1) + rows.length) % rows.length]);
      return true;
    }
    case "PageDown":
    case "PageUp": {
      const group = shown.findIndex(
        (visibleGroup) => current !== undefined && visibleGroup.rows.includes(current),
      );
      const next =
        shown[Math.max(0, Math.min(shown.length - 1, group + (event.key === "PageDown" ? 1 : -1)))];
      move(next?.rows[0]);
      return true;
    }
    case "Enter":
      if (event.shiftKey) open.archive();
      else if (current) open.row(current, event.ctrlKey || event.metaKey);
      return true;
    case "Escape":
      if (text === "") return false;
      clear();
      return true;
    default:
      return false;
  }
}

/** Returns the groups. Rows up to the selected one keep their positions for the same text. */
function useStableRows(text: string, groups: readonly PaletteGroup[]) {
  const [state, setState] = useState<{
    text: string;
    groups: readonly PaletteGroup[];
    shown: readonly PaletteGroup[];
    selected: string | null;
  }>({
    text,
    groups,
    shown: groups,
    selected: null,
  });
  let next = state;
  if (state.text !== text) next = { text, groups, shown: groups, selected: null };
  else if (state.groups !== groups) {
    const selected = state.selected ?? state.shown[0]?.rows[0]?.id ?? null;
    next = { ...state, groups, shown: mergePaletteGroups(state.shown, groups, selected), selected };
  }
  if (next !== state) setState(next);
  return {
    shown: next.shown,
    selected: next.selected,
    select: (id: string) => setState((last) => ({ ...last, selected: id })),
  };
}

/** Returns a function that opens a result in this tab or a new one, or the archive. */
function useOpenResult(query: PaletteQuery, onClose: () => void) {
  const router = useRouter();
  const openChat = useOpenChat();
  const go = (address: ReturnType<typeof toResultUrl>, inNewTab: boolean) => {
    if (inNewTab) {
      window.open(router.buildLocation(address).href, "_blank", "noopener");
      return;
    }
    onClose();
    // Navigate after the dialog has returned the focus.
    browserClock.after(0, () => void router.navigate(address));
  };
  const archive = (kind: GroupKind = "chats") =>
    go(toResultUrl({ id: "archive", kind: "all", of: kind }, query.remote), false);
  return {
    archive: () => archive(),
    row: (row: PaletteItem, inNewTab = false) => {
      if (row.kind === "all") archive(row.of);
      else if (row.kind === "command") {
        onClose();
        browserClock.after(0, row.command.run);
      } else if (row.kind === "chat" && !inNewTab) {
        // Closes synchronously, so that the next letters go to the chat.
        flushSync(onClose);
        openChat(toChatAddress(row.chat));
      } else go(toResultUrl(row, query.remote), inNewTab);
    },
  };
}

/** Announces the number of results to screen readers when the operator stops typing. */
function useAnnounceCount(text: string, rows: readonly PaletteItem[], isBusy: boolean): void {
  const results = rows.filter(({ kind }) => kind !== "all");
  const n = results.length;
  const personCount = results.filter(({ kind }) => kind === "person").length;
  useEffect(() => {
    if (text.trim() === "" || isBusy) return;
    return browserClock.after(announceDelayMs, () =>
      announce(n === 0 ? t("found.none") : t("found.n", { n, people: personCount })),
    );
  }, [text, n, personCount, isBusy]);
}

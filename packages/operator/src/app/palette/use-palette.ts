import type { Chat, Operator } from "@parlour/protocol";
import { IconSettings, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useRouter, useParams } from "@tanstack/react-router";
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import {
  toSettingLink as settingAddress,
  listSettings,
  searchSettings,
  type Setting,
} from "../../screens/settings/search/index.ts";
import { api } from "../../state/api/api.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../state/session.tsx";
import { announce } from "../../ui/live-region.tsx";
import { listCommandGroups, filterCommands, type Command } from "../../ui/keyboard/commands.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import {
  mergePaletteGroups,
  createChatGroup,
  matchesQuery,
  findLocalVisitors,
  maxRowsPerGroup,
  parsePaletteQuery,
  toServerGroups,
  type PaletteGroup,
  type GroupKind,
  type PaletteQuery,
  type PaletteItem,
} from "./groups.ts";
import { toResultUrl } from "./use-search-result.ts";
import { useOperatorCommands } from "./use-operator-commands.ts";
import { t } from "./text.ts";
import { useSearchResult } from "./use-search-result.ts";

/**
 * Delay in milliseconds between the last keystroke and the announcement of the number of results.
 */
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
    found: search,
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

/**
 * Returns the groups. Rows up to the selected one keep their positions while further responses for
 * the same text arrive.
 */
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

function useGroups(
  text: string,
  query: PaletteQuery,
  result: Parameters<typeof toServerGroups>[0] | null,
): readonly PaletteGroup[] {
  const me = useCurrentOperator();
  const local = useLocalChats();
  const chatId = Number(useParams({ strict: false }).chat ?? 0);
  const opened = useLiveState((state) => state.snapshot.logs);
  const operators = useQuery({
    queryKey: ["operators"],
    queryFn: () => api.list<Operator>("/operators"),
    enabled: can(me, "settings") && query.words !== "",
    retry: 0,
    staleTime: 60_000,
  });
  const settings = useSettingsSearch(me, operators.data ?? noOperators);
  const open = local.find(({ id }) => id === chatId);
  const operatorCommands = useOperatorCommands(open && canTransferOpenChat() ? open : null, me);
  return useMemo(() => {
    const commands = listCommandGroups().map((group) =>
      group.kind === "chat" && query.words !== ""
        ? { ...group, commands: [...group.commands, ...operatorCommands] }
        : group,
    );
    const filterKind = (kind: GroupKind, limit: number): readonly PaletteGroup[] =>
      filterCommands(
        commands.filter((group) => group.kind === kind),
        query.words,
        limit,
      ).map((group) =>
        commandGroup(kind, group.commands, kind === "chat" ? group.title : undefined),
      );
    if (text.trim() === "")
      return [
        ...filterKind("chat", 20),
        ...listRecentChats(local, [...opened.keys()], chatId, me),
        ...filterKind("go", 20),
      ];
    if (query.scope === "actions")
      return [...filterKind("chat", 20), ...filterKind("go", 20), ...filterKind("looks", 5)];
    const matches =
      query.words === ""
        ? []
        : local.filter((chat) => matchesQuery(query.words, listSearchTexts(chat)));
    const chats =
      query.scope === "people"
        ? null
        : createChatGroup(
            matches,
            (result?.chats?.items ?? []).map(({ chat }) => chat),
            result?.chats?.count ?? 0,
            me.id,
          );
    const exact = result === null ? findLocalVisitors(local, query.words) : null;
    const remote =
      result === null
        ? [exact, chats].filter((group) => group !== null)
        : toServerGroups(result, chats);
    if (query.scope === "people") return remote.filter(({ kind }) => kind === "people");
    if (query.scope === "number") return remote.filter(({ kind }) => kind !== "messages");
    const settingCommands = settings(query.words);
    const pages = settingCommands.length === 0 ? [] : [commandGroup("settings", settingCommands)];
    const places = [
      ...filterKind("go", maxRowsPerGroup.go),
      ...filterKind("looks", maxRowsPerGroup.looks),
    ];
    // A command whose name is exactly the query comes before settings pages.
    const isExactCommand =
      places[0]?.rows.some(
        (row) => row.kind === "command" && isSameText(row.command.label, query.words),
      ) === true;
    return [
      ...filterKind("chat", maxRowsPerGroup.chat),
      ...remote,
      ...(isExactCommand ? [...places, ...pages] : [...pages, ...places]),
    ];
  }, [text, query, result, local, opened, chatId, me, settings, operatorCommands]);
}
const noOperators: readonly Operator[] = [];
/** The commands for the open chat contain "transfer" only if the chat can be transferred. */
const canTransferOpenChat = (): boolean =>
  listCommandGroups().some(
    ({ kind, commands }) => kind === "chat" && commands.some(({ id }) => id === "transfer"),
  );
const isSameText = (label: string, words: string): boolean =>
  label.toLocaleLowerCase() === words.toLocaleLowerCase();

const commandGroup = (
  kind: GroupKind,
  commands: readonly Command[],
  note?: string,
): PaletteGroup => ({
  kind,
  rows: commands.map((command) => ({ id: `do-${command.id}`, kind: "command", command })),
  ...(note !== undefined && { note }),
});

/**
 * Returns the chats that were last opened on this device, followed by the operator's other chats,
 * latest message first.
 */
function listRecentChats(
  chats: readonly Chat[],
  opened: readonly number[],
  current: number,
  me: Operator,
): readonly PaletteGroup[] {
  const otherChats = chats.filter(({ id }) => id !== current);
  const at = ({ last_message: last, created_at: createdAt }: Chat): number =>
    Date.parse(last?.created_at ?? createdAt);
  const recentIndex = ({ id }: Chat): number => opened.indexOf(id);
  const isMyChat = ({ assignee }: Chat): boolean => assignee?.id === me.id;
  const rows = otherChats
    .filter((chat) => recentIndex(chat) >= 0 || isMyChat(chat))
    .toSorted((a, b) => recentIndex(b) - recentIndex(a) || at(b) - at(a))
    .slice(0, maxRowsPerGroup.recent)
    .map((chat): PaletteItem => ({ id: `chat-${chat.id}`, kind: "chat", chat }));
  return rows.length === 0 ? [] : [{ kind: "recent", rows }];
}

/** Returns the chats on this device with their latest messages. */
function useLocalChats(): readonly Chat[] {
  const records = useLiveState((state) => state.snapshot.chats);
  return useMemo(() => [...records.values()].map(({ chat }) => chat), [records]);
}
function listSearchTexts(chat: Chat): readonly (string | null | undefined)[] {
  const { visitor, channel, custom_data: data } = chat;
  const contacts = [
    visitor.name?.value,
    visitor.email?.value,
    visitor.phone?.value,
    visitor.customer,
  ];
  return [
    getVisitorName(chat),
    ...contacts,
    `#${visitor.number}`,
    String(chat.id),
    channel.name,
    ...data.map(({ content }) => content),
  ];
}

/** Returns a function that searches settings pages, the fields of these pages, and operators. */
function useSettingsSearch(
  me: Operator,
  operators: readonly Operator[],
): (words: string) => readonly Command[] {
  const navigate = useNavigate();
  return useMemo(() => {
    const settings = listSettings(me);
    const page = (setting: Setting): Command => ({
      id: `settings-${setting.id}`,
      label: setting.field === null ? setting.label : `${setting.pageTitle}: ${setting.label}`,
      icon: IconSettings,
      run: () => void navigate(settingAddress(setting)),
    });
    const people = operators.map((operator) =>
      createOperatorCommand(
        operator,
        (path) => void navigate({ to: "/settings/$", params: { _splat: path } }),
      ),
    );
    const group = { title: t("group.settings"), kind: "settings" as const };
    return (words) => {
      const pages = searchSettings(settings, words).slice(0, maxRowsPerGroup.settings).map(page);
      const found = filterCommands(
        [{ ...group, commands: people }],
        words,
        maxRowsPerGroup.settings,
      ).flatMap(({ commands }) => commands);
      return [...pages, ...found].slice(0, maxRowsPerGroup.settings);
    };
  }, [me, navigate, operators]);
}

const createOperatorCommand = (
  { id, name, email }: Operator,
  open: (path: string) => void,
): Command => ({
  id: `operator-${id}`,
  label: t("row.operator", { name }),
  note: t("row.team"),
  searchTerms: email,
  icon: IconUser,
  run: () => open(`people/${id}`),
});

/**
 * Returns a function that opens a result in this tab or a new one, or opens the archive with the
 * query.
 */
function useOpenResult(query: PaletteQuery, onClose: () => void) {
  const router = useRouter();
  const go = (address: ReturnType<typeof toResultUrl>, inNewTab: boolean) => {
    if (inNewTab) {
      window.open(router.buildLocation(address).href, "_blank", "noopener");
      return;
    }
    onClose();
    // Navigate after the dialog has returned the focus.
    setTimeout(() => void router.navigate(address), 0);
  };
  const archive = (kind: GroupKind = "chats") =>
    go(toResultUrl({ id: "archive", kind: "all", of: kind }, query.remote), false);
  return {
    archive: () => archive(),
    row: (row: PaletteItem, inNewTab = false) => {
      if (row.kind === "all") archive(row.of);
      else if (row.kind === "command") {
        onClose();
        setTimeout(row.command.run, 0);
      } else go(toResultUrl(row, query.remote), inNewTab);
    },
  };
}

/** Announces the number of results to screen readers when the operator stops typing. */
function useAnnounceCount(text: string, rows: readonly PaletteItem[], isBusy: boolean): void {
  const results = rows.filter(({ kind }) => kind !== "all");
  const n = results.length;
  const people = results.filter(({ kind }) => kind === "person").length;
  useEffect(() => {
    if (text.trim() === "" || isBusy) return;
    const timer = setTimeout(
      () => announce(n === 0 ? t("found.none") : t("found.n", { n, people })),
      announceDelayMs,
    );
    return () => clearTimeout(timer);
  }, [text, n, people, isBusy]);
}

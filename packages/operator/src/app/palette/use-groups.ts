import type { Chat, Operator } from "@parlour/protocol";
import type { SearchResult } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { api } from "../../state/api/api.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { can, useCurrentOperator } from "../../state/session.tsx";
import {
  filterCommands,
  listCommandGroups,
  type Command,
  type CommandGroup,
} from "../../ui/keyboard/commands.ts";
import { getVisitorName } from "../../ui/chat/visitor-name.ts";
import {
  createChatGroup,
  matchesQuery,
  findLocalVisitors,
  maxRowsPerGroup,
  toServerGroups,
  type PaletteGroup,
  type GroupKind,
  type PaletteQuery,
  type PaletteItem,
} from "./groups.ts";
import { useOperatorCommands } from "./use-operator-commands.ts";
import { useSettingsSearch } from "./use-settings-search.ts";
import { useStatusCommands } from "./use-status-commands.ts";

/** Returns the groups of rows that match the query, from this device and the server. */
export function useGroups(
  text: string,
  query: PaletteQuery,
  result: SearchResult | null,
): readonly PaletteGroup[] {
  const me = useCurrentOperator();
  const local = useLocalChats();
  const chatId = Number(useParams({ strict: false }).chat ?? 0);
  const opened = useLiveState((state) => state.snapshot.logs);
  const operators = useQuery({
    queryKey: ["operators"],
    queryFn: () => api.list<Operator>("/operators"),
    enabled: can(me, "operators.manage") && query.words !== "",
    retry: 0,
    staleTime: 60_000,
  });
  const settings = useSettingsSearch(me, operators.data ?? noOperators);
  const open = local.find(({ id }) => id === chatId);
  // The commands for the open chat contain "transfer" only if the chat can be transferred.
  const canTransfer = listCommandGroups().some(
    ({ kind, commands }) => kind === "chat" && commands.some(({ id }) => id === "transfer"),
  );
  const operatorCommands = useOperatorCommands(open && canTransfer ? open : null, me);
  const statuses = useStatusCommands();
  return useMemo(
    () =>
      listGroups({
        text,
        query,
        result,
        local,
        opened,
        chatId,
        me,
        settings,
        operatorCommands,
        statuses,
      }),
    [text, query, result, local, opened, chatId, me, settings, operatorCommands, statuses],
  );
}

interface GroupSources {
  readonly text: string;
  readonly query: PaletteQuery;
  /** Response of the server. Null until it arrives. */
  readonly result: SearchResult | null;
  readonly local: readonly Chat[];
  /** Chats that were opened on this device, by id. */
  readonly opened: ReadonlyMap<number, unknown>;
  /** Id of the open chat, or 0. */
  readonly chatId: number;
  readonly me: Operator;
  readonly settings: (words: string) => readonly Command[];
  readonly operatorCommands: readonly Command[];
  readonly statuses: CommandGroup;
}

function listGroups(sources: GroupSources): readonly PaletteGroup[] {
  const { text, query, local, opened, chatId, me } = sources;
  const filterKind = createCommandFilter(sources);
  if (text.trim() === "")
    return [
      ...filterKind("chat", 40),
      ...listRecentChats(local, [...opened.keys()], chatId, me),
      ...filterKind("views", 9),
      ...filterKind("reminders", 2),
      ...filterKind("go", 20),
    ];
  if (query.scope === "actions")
    return [
      ...filterKind("chat", 40),
      ...filterKind("views", 9),
      ...filterKind("reminders", 2),
      ...filterKind("status", 20),
      ...filterKind("go", 20),
      ...filterKind("looks", 5),
    ];
  const found = listFoundGroups(sources);
  if (query.scope === "people") return found.filter(({ kind }) => kind === "people");
  if (query.scope === "number") return found.filter(({ kind }) => kind !== "messages");
  const settingCommands = sources.settings(query.words);
  const pages = settingCommands.length === 0 ? [] : [commandGroup("settings", settingCommands)];
  const places = [
    ...filterKind("views", maxRowsPerGroup.views),
    ...filterKind("reminders", maxRowsPerGroup.reminders),
    ...filterKind("status", maxRowsPerGroup.status),
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
    ...found,
    ...(isExactCommand ? [...places, ...pages] : [...pages, ...places]),
  ];
}

/**
 * Returns a function that lists the matching commands of one kind in one group, although several
 * parts of the page have commands of this kind.
 */
function createCommandFilter({ query, operatorCommands, statuses }: GroupSources) {
  const groups = [...listCommandGroups(), statuses];
  return (kind: GroupKind, limit: number): readonly PaletteGroup[] => {
    const ofKind = groups
      .filter((group) => group.kind === kind)
      .toSorted((a, b) => Number(a.isAddition ?? false) - Number(b.isAddition ?? false));
    const [first] = ofKind;
    if (first === undefined) return [];
    const commands = [
      ...ofKind.flatMap((group) => group.commands),
      ...(kind === "chat" && query.words !== "" ? operatorCommands : []),
    ];
    return filterCommands([{ ...first, commands }], query.words, limit).map((group) =>
      commandGroup(kind, group.commands, kind === "chat" ? group.title : undefined),
    );
  };
}

/** Returns the chats, visitors and messages that were found on this device and on the server. */
function listFoundGroups({ query, result, local, me }: GroupSources): readonly PaletteGroup[] {
  const matches =
    query.words === ""
      ? []
      : local.filter((chat) => matchesQuery(query.words, listSearchTexts(chat)));
  const chats =
    query.scope === "people"
      ? null
      : createChatGroup(
          matches,
          {
            chats: (result?.chats?.items ?? []).map(({ chat }) => chat),
            total: result?.chats?.count ?? 0,
          },
          me.id,
          query.words,
        );
  return result === null
    ? [findLocalVisitors(local, query.words), chats].filter((group) => group !== null)
    : toServerGroups(result, chats, query.words);
}

const noOperators: readonly Operator[] = [];
const isSameText = (label: string, words: string): boolean =>
  label.toLocaleLowerCase() === words.toLocaleLowerCase();

const commandGroup = (
  kind: GroupKind,
  commands: readonly Command[],
  note?: string,
): PaletteGroup => ({
  kind,
  rows: commands.map((command) => ({ id: `do-${command.id}`, kind: "command", command })),
  note,
});

/** Returns the chats last opened on this device, then the operator's others, newest first. */
function listRecentChats(
  chats: readonly Chat[],
  opened: readonly number[],
  current: number,
  me: Operator,
): readonly PaletteGroup[] {
  const otherChats = chats.filter(({ id }) => id !== current);
  const at = ({ last_message, created_at }: Chat): number =>
    Date.parse(last_message?.created_at ?? created_at);
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
  const { visitor, channel, custom_data } = chat;
  const contacts = [
    visitor.name?.value,
    visitor.email?.value,
    visitor.phone?.value,
    visitor.customer,
  ];
  return [
    getVisitorName(chat),
    ...contacts,
    chat.number === undefined ? null : String(chat.number),
    String(chat.id),
    channel.name,
    ...custom_data.map(({ content }) => content),
  ];
}

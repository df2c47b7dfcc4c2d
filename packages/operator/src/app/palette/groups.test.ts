import type { Chat } from "@parlour/protocol";
import { expect, test } from "vitest";
import type { TransferCandidate } from "../../ui/transfer/transfer-candidates.ts";
import type { LiveClient } from "../../state/live/live-client.ts";
import {
  createChatGroup,
  mergePaletteGroups,
  matchesQuery,
  limitGroupRows,
  parsePaletteQuery,
  type PaletteGroup,
  type PaletteItem,
} from "./groups.ts";
import { toResultUrl } from "./use-search-result.ts";
import { toOperatorCommands } from "./use-operator-commands.ts";

const row = (id: string): PaletteItem => ({
  id,
  kind: "command",
  command: { id, label: id, icon: () => null, run: () => undefined },
});
const group = (kind: PaletteGroup["kind"], ...ids: readonly string[]): PaletteGroup => ({
  kind,
  rows: ids.map(row),
});
const ids = (groups: readonly PaletteGroup[]): readonly string[] =>
  groups.map(({ kind, rows }) => `${kind}: ${rows.map(({ id }) => id).join(" ")}`);

test("[CORE-355] the chat with the typed number precedes the operator's own chats", () => {
  const chat = (id: number, number: number, state: Chat["state"]) =>
    ({ id, number, state, assignee: { id: 1 }, created_at: "2026-11-20T10:00:00Z" }) as Chat;
  const found = [chat(7, 3010, "open"), chat(8, 301, "closed")];
  for (const words of ["301", "#301"])
    expect(createChatGroup([], { chats: found, total: 2 }, 1, words)?.rows[0]?.id).toBe("chat-8");
  expect(createChatGroup([], { chats: found, total: 2 }, 1, "30")?.rows[0]?.id).toBe("chat-7");
});
test("[CORE-036] an answer adds its rows below the selected one", () => {
  const shown = [group("chats", "a", "b"), group("settings", "s")];
  const next = [
    group("people", "p"),
    group("chats", "c", "a", "b"),
    group("messages", "m"),
    group("settings", "s"),
  ];
  expect(ids(mergePaletteGroups(shown, next, "a"))).toEqual([
    "chats: a c b",
    "people: p",
    "messages: m",
    "settings: s",
  ]);
  expect(ids(mergePaletteGroups(shown, next, "s"))).toEqual([
    "chats: a b",
    "settings: s",
    "people: p",
    "messages: m",
  ]);
});
test("[CORE-036] a group that may be long stays as long when an answer arrives", () => {
  const actions = group("chat", "a", "b", "c", "d", "e");
  expect(ids(mergePaletteGroups([actions], [actions, group("go", "g")], "a"))).toEqual([
    "chat: a b c d e",
    "go: g",
  ]);
});
test("[CORE-036] without a selected row the order of the groups is the one of the answer", () => {
  const next = [group("people", "p"), group("chats", "a")];
  expect(mergePaletteGroups([], next, null)).toBe(next);
  expect(mergePaletteGroups([group("chats", "z")], next, "gone")).toBe(next);
});
test("[CORE-036] a group is cut to its rows, and says that there are more", () => {
  const cut = limitGroupRows({ ...group("people", "a", "b", "c", "d"), total: 14 });
  expect([cut.total, ...cut.rows.map(({ id }) => id)]).toEqual([14, "a", "b", "c", "all-people"]);
  expect(limitGroupRows(group("people", "a")).rows.map(({ id }) => id)).toEqual(["a"]);
});
test("[CORE-036] signs at the beginning narrow the search", () => {
  expect(parsePaletteQuery(" > dark ")).toEqual({ scope: "actions", words: "dark", remote: "" });
  expect(parsePaletteQuery("@anna")).toEqual({ scope: "people", words: "anna", remote: "anna" });
  expect(parsePaletteQuery("#1042")).toEqual({ scope: "number", words: "1042", remote: "#1042" });
  expect(parsePaletteQuery("anna")).toEqual({ scope: "everything", words: "anna", remote: "anna" });
});
test.each([
  ["kov", ["Anna Kovács"], true],
  ["anna kovacs", ["Anna Kovács"], true],
  ["nna", ["Anna Kovács"], false],
  ["030/901820", ["Anna", "+49 30 901820"], true],
  ["anna 7781", ["Anna", "Order 7781, delivered"], true],
  ["anna ben", ["Anna"], false],
])("[CORE-036] on this device %s among %j: %s", (query, texts, is) => {
  expect(matchesQuery(query, texts)).toBe(is);
});

test("[CORE-223] all people found open in the archive with people=all, all other results without", () => {
  const readSearch = (of: "people" | "chats") => {
    const url = toResultUrl({ id: "all", kind: "all", of }, "zora");
    return "search" in url ? url.search : undefined;
  };
  expect([readSearch("people"), readSearch("chats")]).toEqual([
    { q: "zora", people: "all" },
    { q: "zora" },
  ]);
});
test("[CORE-223] a chat is offered to those who can take it now, and they are invited unless they take part", () => {
  const candidate = (
    id: number,
    name: string,
    unavailableReason: TransferCandidate["unavailableReason"] = null,
  ): TransferCandidate => ({
    id,
    name,
    photo: null,
    presence: "online",
    openChats: 1,
    chatLimit: 0,
    unavailableReason,
  });
  const calls: unknown[] = [];
  const record =
    (name: string) =>
    (...call: readonly unknown[]): Promise<void> =>
      Promise.resolve(void calls.push([name, ...call]));
  const commands = toOperatorCommands(
    { id: 5, participants: [{ id: 2, name: "Ivan" }] } as unknown as Chat,
    [
      candidate(2, "Ivan"),
      candidate(3, "Sofia"),
      candidate(4, "Vera", "offline"),
      candidate(6, "Max", "at_limit"),
    ],
    { transfer: record("transfer"), invite: record("invite") } as unknown as LiveClient,
  );
  expect(commands.map(({ label }) => label)).toEqual([
    "Transfer to Ivan",
    "Transfer to Sofia",
    "Invite Sofia",
  ]);
  for (const { run } of commands) run();
  expect(calls).toEqual([
    ["transfer", 5, { operator_id: 2 }, ""],
    ["transfer", 5, { operator_id: 3 }, ""],
    ["invite", 5, 3],
  ]);
});

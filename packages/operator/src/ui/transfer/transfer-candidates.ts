import type { Chat, Operator, Presence } from "@parlour/protocol";
import type { Department, OperatorEntry } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../state/api/api.ts";
import { useAllChannels } from "../../state/api/queries.ts";
import { useLiveState } from "../../state/live-context.tsx";

/** Why an operator cannot take the chat now (CORE-037). */
type UnavailableReason = "offline" | "away" | "at_limit" | "not_on_channel";

/** An operator to whom a chat can be transferred. */
export interface TransferCandidate {
  readonly id: number;
  readonly name: string;
  readonly photo: string | null;
  readonly presence: Presence;
  /** Number of the operator's open chats that the current operator can see. */
  readonly openChats: number;
  /** Maximum number of parallel chats, or 0 for no limit. */
  readonly chatLimit: number;
  readonly unavailableReason: UnavailableReason | null;
}

const presenceRank = { online: 0, away: 1, offline: 2 } as const;

/** Returns whether an operator can have chats. */
export const canAnswer = (operator: {
  readonly active: boolean;
  readonly answers_chats: boolean;
}): boolean => operator.active && operator.answers_chats;

/** Returns all other operators who answer chats, available ones first, then by open chats. */
export function toTransferCandidates(
  me: { readonly id: number },
  operators: readonly OperatorEntry[],
  current: {
    readonly presence: ReadonlyMap<number, Presence>;
    readonly load: ReadonlyMap<number, number>;
    /** Ids of the operators of the chat's channel. Undefined means all operators. */
    readonly channelOperators: readonly number[] | undefined;
  },
): TransferCandidate[] {
  const { channelOperators } = current;
  return operators
    .filter((operator) => operator.id !== me.id && canAnswer(operator))
    .map((operator): TransferCandidate => {
      const presence = current.presence.get(operator.id) ?? "offline";
      const openChats = current.load.get(operator.id) ?? 0;
      const unavailableReason =
        channelOperators && !channelOperators.includes(operator.id)
          ? "not_on_channel"
          : presence !== "online"
            ? presence
            : operator.chat_limit > 0 && openChats >= operator.chat_limit
              ? "at_limit"
              : null;
      return {
        id: operator.id,
        name: operator.name,
        photo: operator.photo ?? null,
        presence,
        openChats,
        chatLimit: operator.chat_limit,
        unavailableReason,
      };
    })
    .toSorted(
      (a, b) =>
        Number(a.unavailableReason !== null) - Number(b.unavailableReason !== null) ||
        presenceRank[a.presence] - presenceRank[b.presence] ||
        a.openChats - b.openChats ||
        a.name.localeCompare(b.name),
    );
}

function countOpenChats(chats: readonly Chat[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { state, assignee } of chats)
    if (state === "open" && assignee) counts.set(assignee.id, (counts.get(assignee.id) ?? 0) + 1);
  return counts;
}

/** Returns the current candidates for this chat. Undefined while loading, or without a chat. */
export function useTransferCandidates(
  chat: Chat | null,
  me: Operator,
): { candidates: readonly TransferCandidate[] | undefined; error: unknown } {
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<OperatorEntry>("/operators"),
    enabled: chat !== null,
  });
  const channels = useAllChannels(chat !== null);
  const presence = useLiveState((state) => state.snapshot.presence);
  const chats = useLiveState((state) => state.snapshot.chats);
  const load = useMemo(
    () => countOpenChats([...chats.values()].map((record) => record.chat)),
    [chats],
  );
  const [operatorList, channelList] = [operators.data, channels.data];
  const candidates = useMemo(
    () =>
      chat && operatorList && channelList
        ? toTransferCandidates(me, operatorList, {
            presence,
            load,
            channelOperators: channelList.find(({ id }) => id === chat.channel.id)?.operators,
          })
        : undefined,
    [chat, me, operatorList, channelList, presence, load],
  );
  return { candidates, error: operators.error ?? channels.error };
}

/** Loads the departments of the account. */
export function useDepartments(): readonly Department[] | undefined {
  return useQuery({
    queryKey: ["departments"],
    queryFn: () => api.list<Department>("/departments"),
  }).data;
}

import type { Channel, Chat, Operator, Presence } from "@parlour/protocol";
import type { Department, OperatorEntry } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../../state/api.ts";
import { useLive } from "../../../state/live-context.tsx";

/** Why an operator cannot take the chat now (CORE-037). */
export type Obstacle = "offline" | "away" | "at_limit" | "not_on_channel";

/** An operator to whom a chat can be transferred. */
export interface Colleague {
  readonly id: number;
  readonly name: string;
  readonly photo: string | null;
  readonly presence: Presence;
  /** Number of their open chats that are visible here. */
  readonly load: number;
  /** Maximum number of parallel chats. 0: no limit. */
  readonly limit: number;
  readonly obstacle: Obstacle | null;
}

const answering: ReadonlySet<string> = new Set(["owner", "admin", "operator"]);
const rank = { online: 0, away: 1, offline: 2 } as const;

/**
 * Returns all other operators who answer chats. Available ones come first, the least busy in front.
 */
export function colleaguesOf(
  chat: Pick<Chat, "channel">,
  me: Pick<Operator, "id">,
  people: readonly Pick<OperatorEntry, "id" | "name" | "photo" | "role" | "active" | "chat_limit">[],
  known: {
    readonly presence: ReadonlyMap<number, Presence>;
    readonly load: ReadonlyMap<number, number>;
    readonly channels: readonly Pick<Channel, "id" | "operators">[];
  },
): Colleague[] {
  const onChannel = known.channels.find((channel) => channel.id === chat.channel.id)?.operators;
  return people
    .filter((one) => one.active && one.id !== me.id && answering.has(one.role))
    .map((one): Colleague => {
      const presence = known.presence.get(one.id) ?? "offline";
      const load = known.load.get(one.id) ?? 0;
      const obstacle =
        onChannel && !onChannel.includes(one.id)
          ? "not_on_channel"
          : presence !== "online"
            ? presence
            : one.chat_limit > 0 && load >= one.chat_limit
              ? "at_limit"
              : null;
      return { id: one.id, name: one.name, photo: one.photo ?? null, presence, load, limit: one.chat_limit, obstacle };
    })
    .toSorted(
      (a, b) =>
        Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
        rank[a.presence] - rank[b.presence] ||
        a.load - b.load ||
        a.name.localeCompare(b.name),
    );
}

/**
 * Returns the candidates for this chat, updated live. Undefined while loading or without a chat.
 */
export function useColleagues(
  chat: Pick<Chat, "channel"> | null,
  me: Operator,
): { colleagues: readonly Colleague[] | undefined; error: unknown } {
  const operators = useQuery({
    queryKey: ["operators", "names"],
    queryFn: () => api.list<OperatorEntry>("/operators"),
    enabled: chat !== null,
  });
  const channels = useQuery({ queryKey: ["channels", "all"], queryFn: () => api.list<Channel>("/channels"), enabled: chat !== null });
  const presence = useLive((state) => state.snapshot.presence);
  const chats = useLive((state) => state.snapshot.chats);
  const load = useMemo(() => {
    const counts = new Map<number, number>();
    for (const { chat: one } of chats.values())
      if (one.state === "open" && one.assignee) counts.set(one.assignee.id, (counts.get(one.assignee.id) ?? 0) + 1);
    return counts;
  }, [chats]);
  const [people, places] = [operators.data, channels.data];
  const colleagues = useMemo(
    () => (chat && people && places ? colleaguesOf(chat, me, people, { presence, load, channels: places }) : undefined),
    [chat, me, people, places, presence, load],
  );
  return { colleagues, error: operators.error ?? channels.error };
}

/** Loads the departments of the account. */
export function useDepartments(): readonly Department[] | undefined {
  return useQuery({ queryKey: ["departments"], queryFn: () => api.list<Department>("/departments") }).data;
}

import type { Chat, Message } from "@parlour/protocol";
import type { CallWithVisitor } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../state/api/api.ts";
import { useLiveState } from "../../state/live-context.tsx";
import { useChatDetails } from "../../state/inbox/use-chat-details.ts";

const maxShownMessages = 3;
/**
 * Number of chat entries to load. It exceeds the number of messages shown, because system messages
 * are filtered out.
 */
const fetchedEntries = 50;

/**
 * Loads the system messages about a call, oldest first. The query reloads whenever a call changes
 * (state/start-live-client.ts).
 */
export function useCallEvents({ id }: CallWithVisitor) {
  return useQuery({
    queryKey: ["calls", "lines", id],
    queryFn: ({ signal }) => api.list<Message>(`/calls/${id}/lines`, { signal }),
  });
}

/** Loads the last messages of a chat, oldest first. Excludes notes and system messages. */
export function useLastMessages(chatId: number) {
  // The query key contains the chat's last sequence number, so a new message reloads the list.
  const seq = useLiveState((state) => state.snapshot.chats.get(chatId)?.chat.seq ?? 0);
  return useQuery({
    queryKey: ["last-words", chatId, seq],
    placeholderData: (before: readonly Message[] | undefined, query) =>
      query?.queryKey[1] === chatId ? before : undefined,
    queryFn: async ({ signal }): Promise<readonly Message[]> => {
      const { items } = await api.messages(chatId, { limit: fetchedEntries }, signal);
      return items
        .filter(({ author, kind }) => author.kind !== "system" && kind !== "note")
        .slice(-maxShownMessages);
    },
  });
}

/** Returns a chat. An open chat is updated live, a closed one is loaded once. */
export function useCallChat(id: number): Chat | undefined {
  const live = useChatDetails(id);
  const query = useQuery({
    queryKey: ["call-chat", id],
    enabled: live === undefined,
    queryFn: ({ signal }) => api.get<Chat>(`/chats/${id}`, { signal }),
  });
  return live ?? query.data;
}

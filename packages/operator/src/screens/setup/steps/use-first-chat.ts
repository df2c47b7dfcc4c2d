import type { Channel, Chat, Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../state/api/api.ts";
import type { LiveClient } from "../../../state/live/live-client.ts";
import { isRejection } from "../../../state/live-state.ts";
import { startLiveClient } from "../../../state/start-live-client.ts";

/**
 * Waits for the first chat of the channel. `words` is the text of the visitor's first message, or
 * empty until it is known.
 *
 * The live connection delivers the chat and sets the owner online, so that the chat window shows an
 * operator. Without a live connection, the list of chats is polled.
 */
export function useFirstChat(
  me: Operator,
  channel: Channel | null,
): { chat: Chat | null; words: string; offline: boolean } {
  const channelId = channel?.id ?? null;
  const [live, setLive] = useState<Chat | null>(null);
  useEffect(() => {
    if (channelId === null) return;
    let isStopped = false;
    let stop = () => {
      isStopped = true;
    };
    startLiveClient(me, () => undefined).then(
      (started) => {
        if (isStopped) {
          started.stop();
          return;
        }
        const update = () => {
          const chat = findFirstChat(started.live, channelId);
          if (chat !== null) setLive(chat);
        };
        const unsubscribe = started.live.subscribe(update);
        stop = () => {
          unsubscribe();
          started.stop();
        };
        update();
      },
      (error: unknown) => console.error("the live connection could not start", error),
    );
    return () => stop();
    // The connection stays while the operator is the same.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [me.id, channelId]);

  const { data, isError } = useQuery({
    queryKey: ["setup", "first", channelId],
    enabled: channelId !== null,
    refetchInterval: 5000,
    refetchIntervalInBackground: true,
    retry: 0,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      (await api.chats({ channel: channelId ?? undefined, limit: 1, sort: "created" }, signal))
        .items[0] ?? null,
  });
  const chat = live ?? data ?? null;
  const last = chat?.last_message;
  const [words, setWords] = useState("");
  if (words === "" && last?.author.kind === "visitor" && last.text !== "") setWords(last.text);
  return { chat, words, offline: isError };
}

function findFirstChat(live: LiveClient, channelId: number): Chat | null {
  for (const { chat } of live.get().snapshot.chats.values())
    if (chat.channel.id === channelId) return chat;
  return null;
}

/** Accepts a chat. Resolves with false if refused, for example because another was faster. */
export async function acceptChat(chatId: number): Promise<boolean> {
  try {
    await api.accept(chatId);
    return true;
  } catch (error) {
    if (isRejection(error)) return false;
    throw error;
  }
}

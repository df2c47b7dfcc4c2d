import type { Channel, Operator } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api } from "../../state/api.ts";
import type { Live } from "../../state/live.ts";
import { startLive } from "../../state/start-live.ts";

/**
 * Waits for a chat of the channel and goes to the first one. The live socket tells at once, and makes its owner online, so that the
 * channel's status answers 1; where no socket gets through, the list is asked.
 */
export function useFirstChat(me: Operator, channel: Channel | null): { found: boolean; offline: boolean } {
  const router = useRouter();
  const channelId = channel?.id ?? null;
  const [told, setTold] = useState<number | null>(null);
  useEffect(() => {
    if (channelId === null) return;
    let over = false;
    let stop = () => {
      over = true;
    };
    startLive(me, () => undefined).then(
      (started) => {
        if (over) {
          started.stop();
          return;
        }
        const look = () => {
          const id = firstChat(started.live, channelId);
          if (id !== null) setTold(id);
        };
        const end = started.live.subscribe(look);
        stop = () => {
          end();
          started.stop();
        };
        look();
      },
      (error: unknown) => console.error("the live connection could not start", error),
    );
    return () => stop();
    // The same person stays the same connection.
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
      (await api.chats({ ...(channelId !== null && { channel: channelId }), limit: 1, sort: "created" }, signal)).items[0] ?? null,
  });
  const id = told ?? data?.id ?? null;
  useEffect(() => {
    if (id !== null) void router.navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(id) } });
  }, [id, router]);
  return { found: id !== null, offline: isError };
}

function firstChat(live: Live, channelId: number): number | null {
  for (const { chat } of live.get().snapshot.chats.values()) if (chat.channel.id === channelId) return chat.id;
  return null;
}

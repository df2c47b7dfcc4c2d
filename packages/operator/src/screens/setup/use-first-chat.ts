import type { Channel } from "@parlour/protocol";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { api } from "../../state/api.ts";

/** Asks every two seconds for a chat of the channel, and goes to the first one. */
export function useFirstChat(channel: Channel | null): { found: boolean; offline: boolean } {
  const router = useRouter();
  const { data, isError } = useQuery({
    queryKey: ["setup", "first", channel?.id], enabled: channel !== null, refetchInterval: 2000, refetchIntervalInBackground: true, retry: 0, gcTime: 0,
    queryFn: async ({ signal }) => (await api.chats({ ...(channel && { channel: channel.id }), limit: 1, sort: "created" }, signal)).items[0] ?? null,
  });
  const id = data?.id;
  useEffect(() => {
    if (id === undefined) return;
    void router.navigate({ to: "/inbox/$view/{-$chat}", params: { view: "all", chat: String(id) } });
  }, [id, router]);
  return { found: id !== undefined, offline: isError };
}

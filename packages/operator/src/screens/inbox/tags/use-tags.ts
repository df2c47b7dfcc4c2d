import type { Chat } from "@parlour/protocol";
import type { Tag } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../state/api.ts";

/** Tags of the account. `settings_changed` makes them stale (state/start-live.ts). */
export const useTags = () => useQuery({ queryKey: ["tags"], queryFn: () => api.list<Tag>("/tags"), staleTime: 60_000 });

/** The event that follows shows it, here and everywhere. */
export const putTags = (chatId: number, tags: readonly number[]): Promise<Chat> => api.put<Chat>(`/chats/${chatId}/tags`, { tags });

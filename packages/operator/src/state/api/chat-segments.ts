import type { Segment } from "@parlour/protocol/api";
import { canTestChats } from "@parlour/protocol/conditions/segments";
import { useQuery } from "@tanstack/react-query";
import { can, useCurrentOperator } from "../session.tsx";
import { api } from "./api.ts";

/**
 * Loads the segments that conditions on chats and reports can name (SEG-007). A file of its own,
 * because the first visit to the inbox loads the other queries, but no conditions.
 */
export function useChatSegments(enabled = true) {
  const me = useCurrentOperator();
  return useQuery({
    queryKey: ["segments"],
    enabled: enabled && can(me, "visitors.read"),
    queryFn: () => api.list<Segment>("/segments"),
    select: selectChatSegments,
  });
}
const selectChatSegments = (segments: readonly Segment[]): readonly Segment[] =>
  segments.filter((segment) => segment.shared !== "me" && canTestChats(segment.if));

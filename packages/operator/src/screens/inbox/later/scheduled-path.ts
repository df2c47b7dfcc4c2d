import type { ScheduledMessage } from "@parlour/protocol/api";

/** Returns the path of a scheduled message in the service API. */
export const toScheduledPath = ({ chat_id, id }: ScheduledMessage): string =>
  `/chats/${chat_id}/scheduled-messages/${id}`;

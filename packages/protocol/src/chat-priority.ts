/** Priorities of chats, lowest first (ACT-001). A chat without one has normal priority. */
export const chatPriorities = ["low", "high", "urgent"] as const;
export type ChatPriority = (typeof chatPriorities)[number];

/** Names of all priorities in requests, lowest first. */
export const priorityNames = ["low", "normal", "high", "urgent"] as const;
export type PriorityName = (typeof priorityNames)[number];

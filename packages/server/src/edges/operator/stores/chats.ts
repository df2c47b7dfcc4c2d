import type { ChatEntity, ChatState, Message } from "../../../core/entity.ts";

/** Whose eyes: all chats of the account, or those of own channels and own chats. */
export interface Sight {
  readonly operatorId: number;
  readonly everything: boolean;
}

export interface ChatRecord {
  readonly chat: ChatEntity;
  readonly unread: number;
  readonly lastMessage: Message | null;
}

export interface ChatSpot {
  readonly channelId: number;
  readonly state: ChatState;
  readonly lastSeq: number;
}

export interface ChatPlace {
  readonly key: string;
  readonly id: number;
}

export interface ChatFilter {
  readonly view?: "mine" | "waiting" | "bot" | "all" | "closed" | "missed";
  readonly state?: ChatState;
  readonly assignee?: "me" | "none" | number;
  readonly channelId?: number;
  readonly visitorNumber?: number;
  readonly tagId?: number;
  readonly departmentId?: number;
  readonly language?: string;
  readonly q?: string;
  readonly sort: "activity" | "created";
  readonly limit: number;
  readonly after?: ChatPlace;
  readonly now: number;
}

export interface ChatStore {
  list(
    account: number,
    sight: Sight,
    filter: ChatFilter,
  ): Promise<{ readonly items: readonly ChatRecord[]; readonly next: ChatPlace | null }>;
  find(account: number, sight: Sight, id: number): Promise<ChatRecord | null>;
  locate(account: number, sight: Sight, id: number): Promise<ChatSpot | null>;
  messages(
    account: number,
    chatId: number,
    page: { readonly before?: number; readonly after?: number; readonly limit: number },
  ): Promise<readonly Message[]>;
  counts(
    account: number,
    sight: Sight,
    now: number,
  ): Promise<Readonly<Record<"mine" | "waiting" | "bot" | "all" | "missed" | "unread", number>>>;
  openCounts(account: number): Promise<ReadonlyMap<number, number>>;
  /** Place among those who wait for the same people; null: it does not wait. `usualMs`: how long chats taken lately had waited. */
  placeInQueue(
    account: number,
    chat: Pick<ChatEntity, "id" | "department" | "wait">,
  ): Promise<{ readonly place: number; readonly of: number; readonly usualMs: number | null } | null>;
  /** Open chats that an operator takes part in. */
  openOf(account: number, operatorId: number): Promise<readonly number[]>;
  setReadMark(account: number, chatId: number, operatorId: number, mark: { readonly seq: number; readonly back: boolean }): Promise<void>;
}

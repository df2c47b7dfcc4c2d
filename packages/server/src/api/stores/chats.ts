import type { ChatEntity, Message } from "../../core/entity.ts";
import type {
  ChatCounts,
  ChatFilter,
  ChatPage,
  ChatRecord,
  ChatSummary,
  QueuePosition,
  ChatVisibility,
} from "../../store/chats/chat-record.ts";

export interface ChatStore {
  list(account: number, sight: ChatVisibility, filter: ChatFilter): Promise<ChatPage>;
  find(account: number, sight: ChatVisibility, id: number): Promise<ChatRecord | null>;
  locate(account: number, sight: ChatVisibility, id: number): Promise<ChatSummary | null>;
  messages(
    account: number,
    chatId: number,
    page: { readonly before?: number; readonly after?: number; readonly limit: number },
  ): Promise<readonly Message[]>;
  counts(account: number, sight: ChatVisibility, now: number): Promise<ChatCounts>;
  openCounts(account: number): Promise<ReadonlyMap<number, number>>;
  /** Place among those who wait for the same people; null: it does not wait. `defaultMs`: how long chats taken lately had waited. */
  placeInQueue(account: number, chat: Pick<ChatEntity, "id" | "department" | "wait">): Promise<QueuePosition | null>;
  /** Open chats that an operator takes part in. */
  openOf(account: number, operatorId: number): Promise<readonly number[]>;
  setReadMark(
    account: number,
    chatId: number,
    operatorId: number,
    mark: { readonly seq: number; readonly back: boolean },
  ): Promise<boolean>;
}

import type { DraftRecord, MentionRecord, ChatVisibility } from "../../store/chats/chat-record.ts";

export interface DraftStore {
  list(account: number, operatorId: number): Promise<readonly DraftRecord[]>;
  /** Taken when the version is above the kept one; gives what is kept then. Above `most` the operator's oldest go. */
  keep(
    account: number,
    operatorId: number,
    draft: { readonly chatId: number; readonly mode: "text" | "note"; readonly text: string; readonly version: number },
    bound: { readonly now: number; readonly most: number },
  ): Promise<{ readonly draft: DraftRecord; readonly taken: boolean }>;
}

export interface MentionStore {
  /** Notes above the read mark that name the operator, newest first; bounded. */
  list(account: number, sight: ChatVisibility): Promise<readonly MentionRecord[]>;
}

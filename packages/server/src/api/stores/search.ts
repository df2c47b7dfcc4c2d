import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import type { FoundVisitors, SearchFilter, SearchPage, SearchCursor, SearchSort } from "../../store/chats/search-record.ts";
import type { VisitorSearch } from "../../core/search/visitor-lexemes.ts";

export interface SearchStore {
  chats(
    account: number,
    sight: ChatVisibility,
    filter: SearchFilter,
    page: { readonly limit: number; readonly hits: number; readonly sort: SearchSort; readonly place?: SearchCursor },
  ): Promise<SearchPage>;
  /** Numbers of the messages of one chat that match, in their order; null: no such chat in sight. */
  inChat(account: number, sight: ChatVisibility, filter: SearchFilter, chat: number): Promise<readonly number[] | null>;
  visitors(
    account: number,
    sight: ChatVisibility,
    search: VisitorSearch,
    filter: SearchFilter,
    paging: { readonly limit: number; readonly sort: SearchSort },
  ): Promise<FoundVisitors>;
  stems(
    account: number,
    words: readonly string[],
  ): Promise<readonly { readonly word: string; readonly russian: string | null; readonly english: string | null }[]>;
}

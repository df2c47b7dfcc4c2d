import type { Sight } from "../../../core/record/chat.ts";
import type { SearchFilter, SearchPage, SearchPlace } from "../../../core/record/search.ts";

export interface SearchStore {
  chats(
    account: number,
    sight: Sight,
    filter: SearchFilter,
    page: { readonly limit: number; readonly hits: number; readonly place?: SearchPlace },
  ): Promise<SearchPage>;
  stems(
    account: number,
    words: readonly string[],
  ): Promise<readonly { readonly word: string; readonly russian: string | null; readonly english: string | null }[]>;
}

import type { ChatVisibility } from "../../store/chats/chat-record.ts";
import type {
  CallMetric,
  ReportChatPage,
  ReportChatPaging,
  ExportedFact,
  ChatMetric,
  WeekGrid,
  HourFigures,
  ReportFacts,
  ReportScope,
} from "../../store/reports/report-record.ts";

export type Kind = "channel" | "department" | "operator" | "bot";

/** Facts of chats, kept by a reader (API-074). */
export interface ReportStore {
  read(account: number, scope: ReportScope, of: { readonly days: readonly number[]; readonly rows: boolean }): Promise<ReportFacts>;
  hours(account: number, scope: ReportScope, grid: WeekGrid): Promise<ReadonlyMap<number, HourFigures>>;
  names(account: number): Promise<Readonly<Record<Kind, ReadonlyMap<number, string>>>>;
  chats(
    account: number,
    sight: ChatVisibility,
    scope: ReportScope,
    number: ChatMetric | CallMetric,
    page: ReportChatPaging,
  ): Promise<ReportChatPage>;
  facts(
    account: number,
    scope: ReportScope,
    page: { readonly limit: number; readonly after: ExportedFact | null },
  ): Promise<readonly ExportedFact[]>;
}

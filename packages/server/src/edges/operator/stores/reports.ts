import type { Sight } from "../../../core/record/chat.ts";
import type {
  CallNumber,
  CountedPage,
  CountedPaging,
  FactLine,
  FactNumber,
  Grid,
  HourFigures,
  ReportFacts,
  ReportScope,
} from "../../../core/record/report.ts";

export type Kind = "channel" | "department" | "operator" | "bot";

/** Facts of chats, kept by a reader (API-074). */
export interface ReportStore {
  read(account: number, scope: ReportScope, of: { readonly days: readonly number[]; readonly rows: boolean }): Promise<ReportFacts>;
  hours(account: number, scope: ReportScope, grid: Grid): Promise<ReadonlyMap<number, HourFigures>>;
  names(account: number): Promise<Readonly<Record<Kind, ReadonlyMap<number, string>>>>;
  chats(account: number, sight: Sight, scope: ReportScope, number: FactNumber | CallNumber, page: CountedPaging): Promise<CountedPage>;
  facts(
    account: number,
    scope: ReportScope,
    page: { readonly limit: number; readonly after: FactLine | null },
  ): Promise<readonly FactLine[]>;
}

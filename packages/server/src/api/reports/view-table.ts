import type { Chat } from "@parlour/protocol";
import { readFact } from "@parlour/protocol/conditions/condition";
import { toNamesOfRows, type Fact } from "@parlour/protocol/conditions/facts";
import { maskChat } from "../../auth/index.ts";
import { formatTime } from "../../core/chat/create.ts";
import type { AccountConfig } from "../../core/command.ts";
import { getAccountFacts } from "../../core/field/account-facts.ts";
import {
  canSeeAllChats,
  isActionOfRole,
  isReaderOfTexts,
  type OperatorRole,
} from "../../core/operator/role.ts";
import { everyChat } from "../../store/chats/chat-record.ts";
import { listChats } from "../../store/chats/list/chat-list.ts";
import type { Reader } from "../../store/database/reader.ts";
import { viewStore, type ViewRow } from "../../store/settings/content/view.ts";
import type { TablePages } from "../kit/table/xlsx.ts";
import type { TableDeps, TableRow } from "./table-cells.ts";

/** Maximum number of chats in the file of a view (REP-008). */
const maxChats = 10_000;
const chatsPerRead = 500;

/** With whose rights a report is made: an operator, or the account (REP-005). */
type ReportOwner = (OperatorRole & { readonly id: number }) | "account";

/** Returns the owner of a report, or null if they may no longer read reports. */
export function findReportOwner(config: AccountConfig, ownerId: number | null): ReportOwner | null {
  if (ownerId === null) return "account";
  const operator = config.operators.get(ownerId);
  return operator !== undefined && isActionOfRole(operator, "reports.read") ? operator : null;
}

/** Returns the shared view of a report, or null if its owner does not use it any more. */
export async function findReportView(
  reader: Reader,
  config: AccountConfig,
  { viewId, ownerId }: { readonly viewId: number; readonly ownerId: number | null },
): Promise<ViewRow | null> {
  const owner = findReportOwner(config, ownerId);
  if (owner === null) return null;
  const [view] = await viewStore.list(reader, config.accountId, {
    of: owner === "account" ? "shared" : { operatorId: owner.id },
    seesAllDepartments: owner !== "account" && isActionOfRole(owner, "account.manage"),
    id: viewId,
  });
  return view === undefined || view.values.shared === "me" ? null : view;
}

/**
 * Lists the chats of a view that the owner of the report sees, as they see them: number, name of
 * the visitor and the columns of the view. `isCut`: there are more chats.
 */
export async function readViewTable(
  deps: TableDeps,
  config: AccountConfig,
  { values }: ViewRow,
  owner: ReportOwner,
): Promise<{ readonly pages: TablePages; readonly chats: number; readonly isCut: boolean }> {
  const facts = getAccountFacts(config);
  const columns = [...new Set(["chat.number", "visitor.name", ...values.columns])];
  const visibility =
    owner === "account" ? everyChat : { operatorId: owner.id, seesAllChats: canSeeAllChats(owner) };
  const seesTexts = owner === "account" || isReaderOfTexts(owner);
  const now = deps.clock.now();
  const filter = {
    sort: values.order,
    condition: { condition: values.if, facts, now },
    limit: chatsPerRead,
    now,
  };
  const rows: TableRow[] = [];
  let page = await listChats(deps.reader, config.accountId, visibility, filter);
  for (;;) {
    for (const { text } of page.items) {
      const chat = JSON.parse(text) as Chat;
      const shown = seesTexts ? chat : maskChat(chat);
      rows.push(columns.map((name) => formatFact(facts[name], shown)));
    }
    if (page.next === null || rows.length > maxChats) break;
    const next = { ...filter, after: page.next };
    page = await listChats(deps.reader, config.accountId, visibility, next);
  }
  const shownRows = rows.slice(0, maxChats);
  return {
    pages: toPages([columns, ...shownRows]),
    chats: shownRows.length,
    isCut: rows.length > maxChats,
  };
}

// oxlint-disable-next-line require-await -- files are made of pages that are read one by one.
async function* toPages(rows: readonly TableRow[]): TablePages {
  yield rows;
}

/** Returns the cell of a fact. It is empty without a value, as for a removed field. */
function formatFact(fact: Fact | undefined, chat: Parameters<typeof readFact>[1]): string | number {
  const value = fact && readFact(toNamesOfRows(fact), chat);
  if (fact === undefined || value === undefined) return "";
  if (fact.kind === "time") return formatTime(Number(value));
  if (fact.kind === "date") return formatTime(Number(value)).slice(0, 10);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "object" ? value.join(", ") : value;
}

import type { Chat } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/api";
import { readFact } from "@parlour/protocol/conditions/condition";
import { factsWith, toNamesOfRows, type Fact } from "@parlour/protocol/conditions/facts";
import { browserClock } from "../../../state/clock.ts";
import { i18n } from "../../../text/index.ts";
import { formatFact, formatValue, noRows } from "../../../ui/conditions/fact-catalogue.ts";
import { formatDayTime } from "../../../ui/time.ts";

interface ColumnValue {
  readonly column: string;
  readonly label: string;
  readonly text: string;
  /** Whether the value needs its label to be understood, such as a number. */
  readonly isNamed: boolean;
}

/** Returns the values that a chat has in the columns of a view, in their order (VIEW-012). */
export function formatColumns(
  chat: Chat,
  columns: readonly string[],
  fields: readonly Field[],
): readonly ColumnValue[] {
  if (columns.length === 0) return [];
  const facts = factsWith(fields);
  return columns.flatMap((column) => {
    const fact = facts[column];
    const value = fact && readFact(toNamesOfRows(fact), chat);
    if (fact === undefined || value === undefined || [value].flat().length === 0) return [];
    const texts = [value].flat().map((item) => formatItem(column, fact, item));
    const isNamed = namedKinds.has(fact.kind);
    return [{ column, label: formatFact(column, fact), text: texts.join(", "), isNamed }];
  });
}

const namedKinds: ReadonlySet<Fact["kind"]> = new Set(["number", "flag", "time", "date"]);

function formatItem(column: string, fact: Fact, value: string | number | boolean): string {
  if (fact.kind === "time") return formatDayTime(Number(value), browserClock.now());
  if (fact.kind === "date")
    return i18n.date(new Date(Number(value)), { dateStyle: "medium", timeZone: "UTC" });
  return fact.to === undefined ? formatValue(column, fact, value, noRows).text : String(value);
}

import type { Fact, Facts, RowKind } from "@parlour/protocol/conditions/facts";
import {
  operators,
  type FactKind,
  type Operator,
  type Test,
} from "@parlour/protocol/conditions/operators";
import {
  IconBuilding,
  IconClock,
  IconHash,
  IconList,
  IconMessage,
  IconRobot,
  IconTag,
  IconToggleLeft,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { findText, i18n, textById } from "../../text/index.ts";
import { getKindLabel, type ChannelKind } from "../chat/channel-kinds.ts";
import type { IconType } from "../Icon.tsx";
import { formatFullTime } from "../time.ts";
import type { JoinMode } from "./group.ts";
import { t } from "./text.ts";

/** A row of the settings that a fact can name. */
export interface Row {
  readonly id: number;
  readonly name: string;
}

/** The facts that an editor offers, and the rows that they name. */
export interface FactCatalogue {
  readonly facts: Facts;
  /** null: not loaded, or not visible for this operator. */
  readonly rows: Readonly<Record<RowKind, readonly Row[] | null>>;
}

/** Rows for values that name none. */
export const noRows: FactCatalogue["rows"] = {
  channel: null,
  department: null,
  operator: null,
  bot: null,
  tag: null,
  segment: null,
};

/** Returns the name of a fact. Unknown facts have their path as a name. */
export const formatFact = (name: string, fact: Fact | undefined): string =>
  fact?.label ?? findText(`fact.${name}`) ?? name;

/** Returns the name of the group of a fact: "Chat" or "Visitor". */
export const formatFactGroup = (name: string): string =>
  t(name.startsWith("visitor.") ? "factgroup.visitor" : "factgroup.chat");

const rowIcons: Readonly<Record<RowKind, IconType>> = {
  channel: IconMessage,
  department: IconBuilding,
  operator: IconUser,
  bot: IconRobot,
  tag: IconTag,
  segment: IconUsers,
};
const kindIcons: Readonly<Record<FactKind, IconType>> = {
  text: IconMessage,
  number: IconHash,
  flag: IconToggleLeft,
  time: IconClock,
  date: IconClock,
  choice: IconList,
  choices: IconList,
  names: IconTag,
  row: IconList,
  rows: IconList,
};
export const getFactIcon = ({ kind, to }: Fact): IconType =>
  to === undefined ? kindIcons[kind] : rowIcons[to];

const isList = (kind: FactKind): boolean =>
  kind === "rows" || kind === "choices" || kind === "names";

/** Returns the words of an operator: "is any of", of lists "have any of". */
export const formatOperator = (kind: FactKind, op: Operator): string =>
  (isList(kind) ? findText(`test.list.${op}`) : null) ?? textById(`test.${op}`);

/** A value of a test on screen. */
export interface ValueLabel {
  readonly text: string;
  /** Whether the row or the choice no longer exists (CND-024). */
  readonly isRemoved: boolean;
}

/** Returns the labels of the values of a test. Empty if it has none, or none yet. */
export function formatValues(test: Test, fact: Fact, rows: FactCatalogue["rows"]): ValueLabel[] {
  const { op, value } = test;
  if (value === undefined || operators[op] === "none") return [];
  if (operators[op] === "seconds") return [{ text: formatSpan(Number(value)), isRemoved: false }];
  return [value].flat().map((item) => formatValue(test.fact, fact, item, rows));
}

export function formatValue(
  name: string,
  { kind, to, values }: Fact,
  value: string | number | boolean,
  rows: FactCatalogue["rows"],
): ValueLabel {
  if (to !== undefined) {
    const row = rows[to]?.find(({ id }) => id === value);
    return {
      text: row?.name ?? t("value.removed", { id: String(value) }),
      isRemoved: row === undefined && rows[to] !== null,
    };
  }
  if (values !== undefined)
    return {
      text: formatChoice(name, String(value)),
      isRemoved: !values.some((known) => known === value),
    };
  const text =
    kind === "flag"
      ? t(value === true ? "value.yes" : "value.no")
      : kind === "time"
        ? formatFullTime(String(value))
        : kind === "number"
          ? i18n.number(Number(value))
          : String(value);
  return { text, isRemoved: false };
}

const formatChoice = (fact: string, value: string): string =>
  fact === "chat.channel_kind"
    ? getKindLabel(value as ChannelKind).name()
    : (findText(`fact.${fact}.${value}`) ?? value);

/** Units of a span of time, the longest first, with their seconds. */
export const spanUnits = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
export type SpanUnit = (typeof spanUnits)[number][0];

/** Returns a span in the longest unit that expresses it exactly. */
export function splitSpan(seconds: number): readonly [n: number, unit: SpanUnit] {
  const [unit, size] = spanUnits.find(([, length]) => seconds % length === 0) ?? ["second", 1];
  return [seconds / size, unit];
}

/** Formats seconds as "7 days" or "90 minutes". */
export function formatSpan(seconds: number): string {
  const [n, unit] = splitSpan(seconds);
  return i18n.number(n, { style: "unit", unit, unitDisplay: "long" });
}

/** Returns a test as a sentence: "State is any of Open, Closed". */
export function formatTest(test: Test, { facts, rows }: FactCatalogue): string {
  const fact = facts[test.fact];
  if (fact === undefined) return formatFact(test.fact, fact);
  const values = formatValues(test, fact, rows).map(({ text }) => text);
  const words = [
    formatFact(test.fact, fact),
    formatOperator(fact.kind, test.op),
    values.join(", "),
  ];
  return words.filter((word) => word !== "").join(" ");
}

/** Says which chats a group without items matches (CND-001). */
export const formatEmpty = (join: JoinMode): string =>
  t(join === "all" || join === "none" ? "conditions.empty.all" : "conditions.empty.none");

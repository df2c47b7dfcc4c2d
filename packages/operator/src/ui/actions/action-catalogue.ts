import {
  actions,
  type ActionDeclaration,
  type ActionRowKind,
  type ActionType,
  type Argument,
} from "@parlour/protocol/actions/actions";
import type { Facts } from "@parlour/protocol/conditions/facts";
import type { FieldValue } from "@parlour/protocol/field-kinds";
import { findText, textById } from "../../text/index.ts";
import {
  formatFact,
  formatSpan,
  formatValue,
  noRows,
  type Row,
} from "../conditions/fact-catalogue.ts";
import { formatFullTime } from "../time.ts";
import { t } from "./text.ts";

/** An action in the editor. Arguments can be missing until it is complete. */
export type DraftAction = { readonly type: ActionType } & Readonly<Record<string, DraftValue>>;
type DraftValue = FieldValue | readonly number[] | null | undefined;

/** The rows and fields that actions can name. */
export interface ActionCatalogue {
  /** null: not loaded. */
  readonly rows: Readonly<Record<ActionRowKind, readonly Row[] | null>>;
  /** The fields of the account, as facts. null: not loaded. */
  readonly fields: Facts | null;
}

/** A kind of action to add, with one of its alternatives and maybe its optional argument. */
export interface ActionChoice {
  readonly id: string;
  readonly type: ActionType;
  /** Names of the arguments that the action has. */
  readonly names: readonly string[];
  /** Names of the times that are null, because there is no end. */
  readonly openEnds: readonly string[];
}

/** Lists the kinds of actions. Those with an optional argument follow those without. */
export const actionChoices: readonly ActionChoice[] = Object.entries(actions).flatMap(
  ([name, declaration]) => {
    const { oneOf = [], ...rest }: ActionDeclaration = declaration;
    const declared = rest.arguments;
    const all = Object.keys(declared);
    const demanded = all.filter(
      (argument) => !declared[argument]?.optional && !oneOf.includes(argument),
    );
    // A flag has no editor.
    const optional = all.filter(
      (argument) => declared[argument]?.optional && declared[argument].type !== "flag",
    );
    const ways = oneOf.length === 0 ? [[]] : oneOf.map((argument) => [argument]);
    const extended = ways.flatMap((way) => optional.map((argument) => [...way, argument]));
    const type = name as ActionType;
    const timed = [...ways, ...extended].map((given) => ({
      id: [name, ...given].join("."),
      type,
      names: all.filter((argument) => demanded.includes(argument) || given.includes(argument)),
      openEnds: [],
    }));
    const endless = Object.entries(declared).flatMap(([time, argument]) =>
      argument.type === "time" && argument.openEnd
        ? { id: `${name}.${time}.null`, type, names: demanded, openEnds: [time] }
        : [],
    );
    return [...timed, ...endless];
  },
);

/** Returns the kind of an action. One without its alternative is of the first kind. */
export function findChoice(action: DraftAction): ActionChoice {
  const ofType = actionChoices.filter(({ type }) => type === action.type);
  const found = ofType.findLast(
    ({ names, openEnds }) =>
      names.every((name) => Object.hasOwn(action, name)) &&
      openEnds.every((name) => action[name] === null),
  );
  return found ?? ofType[0] ?? { id: action.type, type: action.type, names: [], openEnds: [] };
}

/** Returns a new action of a kind, whose arguments are still missing. */
export const createAction = ({ type, names, openEnds }: ActionChoice): DraftAction => ({
  type,
  ...Object.fromEntries(names.map((name) => [name, undefined])),
  ...Object.fromEntries(openEnds.map((name) => [name, null])),
});

/** Returns whether rules cannot have the action (RULE-007). */
export function needsOperator(type: ActionType): boolean {
  const declaration: ActionDeclaration = actions[type];
  return declaration.needsOperator === true;
}

export const formatChoice = ({ id }: ActionChoice): string => textById(`action.${id}`);

/** Returns the word before an argument behind the first: "to" in "Set the field Plan to Pro". */
export const formatJoin = (type: ActionType, name: string): string =>
  textById(`join.${type}.${name}`);

export const getArgument = (type: ActionType, name: string): Argument | undefined => {
  const declaration: ActionDeclaration = actions[type];
  return declaration.arguments[name];
};

/** An argument of an action on screen. */
export interface ArgumentLabel {
  /** null: the argument is missing. */
  readonly text: string | null;
  /** Whether the row or field no longer exists. */
  readonly isRemoved: boolean;
}

export function formatArgument(
  action: DraftAction,
  name: string,
  catalogue: ActionCatalogue,
): ArgumentLabel {
  const value = action[name];
  const argument = getArgument(action.type, name);
  if (value === undefined || argument === undefined) return { text: null, isRemoved: false };
  if (argument.type === "row" || argument.type === "rows") {
    const rows = catalogue.rows[argument.to];
    const labels = [value].flat().map((id) => formatRow(rows, id));
    return {
      text: labels.map(({ text }) => text).join(", "),
      isRemoved: labels.some(({ isRemoved }) => isRemoved),
    };
  }
  switch (argument.type) {
    case "choice":
      return toLabel(findText(`priority.${String(value)}`) ?? textById(`choice.${String(value)}`));
    case "integer":
      return toLabel(formatSpan(Number(value)));
    case "time":
      return toLabel(formatFullTime(String(value)));
    case "field":
      return {
        text: formatFact(String(value), catalogue.fields?.[String(value)]),
        isRemoved: catalogue.fields !== null && !Object.hasOwn(catalogue.fields, String(value)),
      };
    case "field_value":
      return toLabel(
        formatFieldValue(String(action["field"]), value as FieldValue | null, catalogue),
      );
    case "text":
    case "email":
    case "flag":
      return toLabel(String(value));
  }
}
function formatRow(rows: readonly Row[] | null, id: unknown): ArgumentLabel {
  const name = rows?.find((row) => row.id === id)?.name;
  return {
    text: name ?? t("value.removed", { id: String(id) }),
    isRemoved: name === undefined && rows !== null,
  };
}
const toLabel = (text: string): ArgumentLabel => ({ text, isRemoved: false });

function formatFieldValue(
  field: string,
  value: FieldValue | null,
  { fields }: ActionCatalogue,
): string {
  if (value === null) return t("actions.cleared");
  const fact = fields?.[field];
  const values = Array.isArray(value) ? (value as readonly string[]) : [value as string];
  if (fact === undefined) return values.join(", ");
  return values.map((item) => formatValue(field, fact, item, noRows).text).join(", ");
}

/** Returns an action as a sentence: "Add the tag refund". */
export function formatAction(action: DraftAction, catalogue: ActionCatalogue): string {
  const choice = findChoice(action);
  const words = choice.names.map((name, n) => {
    const value = formatArgument(action, name, catalogue).text ?? "…";
    return n === 0 ? value : `${formatJoin(action.type, name)} ${value}`;
  });
  return [formatChoice(choice), ...words].filter((word) => word !== "").join(" ");
}

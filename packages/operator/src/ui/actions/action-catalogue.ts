import {
  actions,
  type ActionDeclaration,
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
  type FactCatalogue,
  type Row,
} from "../conditions/fact-catalogue.ts";
import { formatFullTime } from "../time.ts";
import { t } from "./text.ts";

/** An action in the editor. Arguments can be missing until it is complete. */
export type DraftAction = { readonly type: ActionType } & Readonly<Record<string, DraftValue>>;
type DraftValue = FieldValue | null | undefined;

/** The rows and fields that actions can name. */
export interface ActionCatalogue {
  /** null: not loaded. */
  readonly rows: Readonly<Record<RowArgument["to"], readonly Row[] | null>>;
  /** The fields of the account, as facts. null: not loaded. */
  readonly fields: Facts | null;
}
type RowArgument = Extract<Argument, { type: "row" }>;

/** A kind of action that can be added: of several alternatives, one argument. */
export interface ActionChoice {
  readonly id: string;
  readonly type: ActionType;
  /** Names of the arguments that the action has. */
  readonly names: readonly string[];
}

/** Lists the kinds of actions. */
export const actionChoices: readonly ActionChoice[] = Object.entries(actions).flatMap(
  ([name, declaration]) => {
    const { oneOf, ...declared }: ActionDeclaration = declaration;
    const type = name as ActionType;
    const names = Object.entries(declared.arguments).flatMap(([argument, { optional }]) =>
      optional ? [] : [argument],
    );
    return oneOf
      ? names.map((argument) => ({ id: `${type}.${argument}`, type, names: [argument] }))
      : [{ id: type as string, type, names }];
  },
);

/** Returns the kind of an action. One without its alternative is of the first kind. */
export function findChoice(action: DraftAction): ActionChoice {
  const ofType = actionChoices.filter(({ type }) => type === action.type);
  const found = ofType.find(({ names }) => names.every((name) => Object.hasOwn(action, name)));
  return found ?? ofType[0] ?? { id: action.type, type: action.type, names: [] };
}

/** Returns a new action of a kind, whose arguments are still missing. */
export const createAction = ({ type, names }: ActionChoice): DraftAction => ({
  type,
  ...Object.fromEntries(names.map((name) => [name, undefined])),
});

export const formatChoice = ({ id }: ActionChoice): string => textById(`action.${id}`);

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
  switch (argument.type) {
    case "row": {
      const rows = catalogue.rows[argument.to];
      const row = rows?.find(({ id }) => id === value);
      return {
        text: row?.name ?? t("value.removed", { id: String(value) }),
        isRemoved: row === undefined && rows !== null,
      };
    }
    case "choice":
      return toLabel(findText(`priority.${String(value)}`) ?? String(value));
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
      return toLabel(formatFieldValue(String(action["field"]), value, catalogue));
    case "text":
    case "flag":
      return toLabel(String(value));
  }
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
const noRows: FactCatalogue["rows"] = {
  channel: null,
  department: null,
  operator: null,
  bot: null,
  tag: null,
};

/** Returns an action as a sentence: "Add the tag refund". */
export function formatAction(action: DraftAction, catalogue: ActionCatalogue): string {
  const choice = findChoice(action);
  const values = choice.names.map((name) => formatArgument(action, name, catalogue).text ?? "…");
  const words = [formatChoice(choice), values.join(` ${t("actions.to")} `)];
  return words.filter((word) => word !== "").join(" ");
}

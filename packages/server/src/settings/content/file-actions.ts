import {
  actions,
  type Action,
  type ActionDeclaration,
  type ActionType,
  type Argument,
} from "@parlour/protocol/actions/actions";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { findTextProblem } from "@parlour/protocol/reply-text";
import type { FileAction } from "@parlour/protocol/api";
import type { CustomFileValue } from "../kind/file-forms.ts";
import { parsePath } from "../parse-path.ts";
import type { FileReference, ReferencedKind } from "../resource.ts";
import { sortKeys } from "../sort-keys.ts";

/**
 * Actions in the provisioning file (ACT-024). They name tags, operators, departments and quick
 * replies where the API has ids: `tag` instead of `tag_id`. An action whose row was deleted is left
 * out, so a list may be empty.
 */
export const fileActions = {
  read(list: readonly FileAction[], at, { fields, reportError }) {
    const problem =
      list.length === 0
        ? null
        : (findActionsProblem(list.map(toChecked), "") ?? findTextProblem(list, "", fields));
    if (problem === null) return list;
    const [path, message] = problem;
    reportError(
      [...at, ...parsePath(path.replace(/_id$/, ""))],
      message.replace("the id of", "the name of").replaceAll(/_id\b/g, ""),
      "ACT-011",
    );
    // The file is refused, so the value is not used.
    return [];
  },
  references: (list: readonly FileAction[]): readonly FileReference[] =>
    list.flatMap((action, n) => [
      ...listRows(action)
        .filter(({ fileName }) => action[fileName] !== undefined)
        .map(({ kind, fileName }) => ({
          kind,
          name: String(action[fileName]),
          path: [n, fileName],
        })),
      ...(action.type === "set_field"
        ? [{ kind: "field" as const, name: String(action["field"]), path: [n, "field"] }]
        : []),
    ]),
  toNamed: (list: readonly Action[], names): readonly FileAction[] =>
    list
      .map((action) => mapRows(action, ["name", "fileName"], (id, kind) => names[kind](Number(id))))
      .filter((action) => !Object.values(action).includes(undefined)),
  toIds: (list: readonly FileAction[], ids) =>
    list.map((action) =>
      mapRows(action, ["fileName", "name"], (name, kind) => ids[kind](String(name))),
    ),
  toCompared: (list: readonly FileAction[]) =>
    sortKeys(
      list.map((action) =>
        mapRows(action, ["fileName", "fileName"], (name) => String(name).toLowerCase()),
      ),
    ),
} satisfies CustomFileValue;

type RowArgument = Extract<Argument, { type: "row" }>;
const referencedKinds: Readonly<Record<RowArgument["to"], ReferencedKind>> = {
  tag: "tag",
  operator: "operator",
  department: "department",
  quick_reply: "canned_reply",
};
interface NamedRow {
  /** Name of the argument in the API and in the file. */
  readonly name: string;
  readonly fileName: string;
  readonly kind: ReferencedKind;
}
/** Returns the arguments of an action that name rows. */
function listRows({ type }: FileAction): readonly NamedRow[] {
  const declaration: ActionDeclaration = actions[type as ActionType];
  return Object.entries(declaration.arguments).flatMap(([name, argument]) =>
    argument.type === "row"
      ? [{ name, fileName: name.replace(/_id$/, ""), kind: referencedKinds[argument.to] }]
      : [],
  );
}

/** Renames and converts the arguments of an action that name rows. */
function mapRows(
  action: FileAction,
  [from, to]: readonly ["name" | "fileName", "name" | "fileName"],
  convert: (value: unknown, kind: ReferencedKind) => unknown,
): FileAction {
  const rows = listRows(action);
  return Object.fromEntries(
    Object.entries(action).map(([name, value]) => {
      const row = rows.find((other) => other[from] === name);
      return row === undefined ? [name, value] : [row[to], convert(value, row.kind)];
    }),
  ) as FileAction;
}

/** Returns the action as the API has it, for the check. An id in the file is no name. */
const toChecked = (action: FileAction): FileAction =>
  mapRows(
    mapRows(action, ["name", "name"], () => 0),
    ["fileName", "name"],
    (name) => (typeof name === "string" && name !== "" ? 1 : 0),
  );

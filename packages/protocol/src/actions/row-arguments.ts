import { actions, type ActionDeclaration, type ActionRowKind, type ActionType } from "./actions.ts";

/** An action in JSON form. */
type AnyAction = { readonly type: string } & Readonly<Record<string, unknown>>;
/** An argument that names rows: by ids in the API, by names in the provisioning file. */
interface RowArgument {
  readonly name: string;
  /** `tag` instead of `tag_id`, `operators` instead of `operator_ids`. */
  readonly fileName: string;
  readonly to: ActionRowKind;
  readonly isOptional: boolean;
}

export function listRowArguments({ type }: AnyAction): readonly RowArgument[] {
  const declaration: ActionDeclaration = actions[type as ActionType];
  return Object.entries(declaration.arguments).flatMap(([name, argument]) =>
    argument.type === "row" || argument.type === "rows"
      ? [
          {
            name,
            fileName: name.replace(/_id(s?)$/, "$1"),
            to: argument.to,
            isOptional: argument.optional === true,
          },
        ]
      : [],
  );
}

/**
 * Renames and converts the arguments of an action that name rows. Rows for which `convert` returns
 * undefined leave a list. A list that needs rows and has none is undefined, too.
 */
export function mapRowArguments<A extends AnyAction>(
  action: AnyAction,
  [from, to]: readonly ["name" | "fileName", "name" | "fileName"],
  convert: (value: unknown, kind: ActionRowKind) => unknown,
): A {
  const rows = listRowArguments(action);
  const entries = Object.entries(action).map(([name, value]) => {
    const row = rows.find((other) => other[from] === name);
    if (row === undefined) return [name, value];
    const converted = [value].flat().map((item) => convert(item, row.to));
    const list = converted.filter((item) => item !== undefined);
    if (!Array.isArray(value)) return [row[to], converted[0]];
    return [row[to], list.length > 0 || row.isOptional ? list : undefined];
  });
  return Object.fromEntries(entries) as A;
}

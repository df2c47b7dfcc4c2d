import type { Action, ActionRowKind } from "@parlour/protocol/actions/actions";
import { findActionsProblem } from "@parlour/protocol/actions/problems";
import { listRowArguments, mapRowArguments } from "@parlour/protocol/actions/row-arguments";
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
      [...at, ...parsePath(path.replace(/_id(s?)$/, "$1"))],
      message.replace("the id of", "the name of").replaceAll(/_id(s?)\b/g, "$1"),
      "ACT-011",
    );
    // The file is refused, so the value is not used.
    return [];
  },
  references: (list: readonly FileAction[]): readonly FileReference[] =>
    list.flatMap((action, n) => [
      ...listRowArguments(action).flatMap(({ fileName, to }) =>
        [action[fileName] ?? []]
          .flat()
          .map((name) => ({ kind: toKind(to), name: name as string, path: [n, fileName] })),
      ),
      ...(action.type === "set_field"
        ? [{ kind: "field" as const, name: String(action["field"]), path: [n, "field"] }]
        : []),
    ]),
  toNamed: (list: readonly Action[], names): readonly FileAction[] =>
    list
      .map((action) =>
        mapRowArguments<FileAction>(action, ["name", "fileName"], (id, to) =>
          names[toKind(to)](Number(id)),
        ),
      )
      .filter((action) => !Object.values(action).includes(undefined)),
  toIds: (list: readonly FileAction[], ids) =>
    list.map((action) =>
      mapRowArguments(action, ["fileName", "name"], (name, to) => ids[toKind(to)](String(name))),
    ),
  toCompared: (list: readonly FileAction[]) =>
    sortKeys(
      list.map((action) =>
        mapRowArguments(action, ["fileName", "fileName"], (name) => String(name).toLowerCase()),
      ),
    ),
} satisfies CustomFileValue;

const toKind = (to: ActionRowKind): ReferencedKind => (to === "quick_reply" ? "canned_reply" : to);

/** Returns the action as the API has it, for the check. An id in the file is not a name. */
const toChecked = (action: FileAction): FileAction =>
  mapRowArguments(
    mapRowArguments(action, ["name", "name"], (name) => (typeof name === "string" ? name : 0)),
    ["fileName", "name"],
    (name) => (typeof name === "string" && name !== "" ? 1 : 0),
  );

import {
  actions,
  type Action,
  type ActionDeclaration,
  type ActionOf,
  type Argument,
} from "@parlour/protocol/actions/actions";
import { findTextProblem } from "@parlour/protocol/reply-text";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { findFieldValueProblem } from "@parlour/protocol/field-values";
import type { Principal } from "../../auth/index.ts";
import type { AccountConfig } from "../../core/command.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { listReplies } from "../../store/settings/content/canned-reply.ts";
import type { CheckContext } from "../resource.ts";
import { getReplyViewer } from "./canned-reply.ts";

interface ReferenceContext extends Pick<CheckContext, "config" | "tx" | "account"> {
  /** Whose personal quick replies the actions may name. null: nobody's. */
  readonly principal: Principal | null;
}

/**
 * Returns the first argument of valid actions that names what the account does not have, or a value
 * that its field does not take (ACT-021). Paths begin with `path`.
 */
export async function findReferenceProblem(
  list: readonly Action[],
  path: string,
  context: ReferenceContext,
): Promise<InputProblem | null> {
  const known = { ...context.config, replies: await listReplyIds(list, context) };
  for (const [n, action] of list.entries()) {
    const declaration: ActionDeclaration = actions[action.type];
    const given: Readonly<Record<string, unknown>> = { ...action };
    for (const [name, argument] of Object.entries(declaration.arguments)) {
      const problem = given[name] === undefined ? null : findUnknown(argument, given[name], known);
      if (problem !== null) return [`${path}[${n}].${name}`, problem];
    }
    const value = action.type === "set_field" ? findValueProblem(action, known) : null;
    if (value !== null) return [`${path}[${n}].value`, value];
  }
  return findTextProblem(list, path, known.fields ?? []);
}

async function listReplyIds(
  list: readonly Action[],
  { tx, account, principal }: ReferenceContext,
): Promise<ReadonlySet<number>> {
  if (!list.some(({ type }) => type === "reply")) return new Set();
  const viewer = getReplyViewer(principal);
  const replies = await listReplies(createTransactionReader(tx), account, viewer);
  return new Set(replies.map(({ id }) => id));
}

interface KnownRows extends AccountConfig {
  readonly replies: ReadonlySet<number>;
}
/** Returns the end of a sentence that begins with the path of the argument, or null. */
function findUnknown(
  argument: Argument,
  value: unknown,
  { tags, operators, departments, bots, fields = [], replies }: KnownRows,
): string | null {
  if (argument.type === "field") {
    const names = fields.map(({ object, key }) => `${object}.${key}`);
    return names.includes(String(value)) ? null : `must be one of the fields: ${names.join(", ")}`;
  }
  if (argument.type !== "row" && argument.type !== "rows") return null;
  const rows = {
    tag: tags,
    operator: { has: (id: number) => operators.get(id)?.active === true },
    department: departments,
    quick_reply: replies,
    bot: bots,
  }[argument.to];
  const isKnown = [value].flat().every((id) => rows.has(Number(id)));
  return isKnown ? null : `must be the id of a ${argument.to.replace("_", " ")} of this account`;
}

function findValueProblem(
  { field, value }: ActionOf<"set_field">,
  { fields = [] }: AccountConfig,
): string | null {
  const definition = fields.find(({ object, key }) => `${object}.${key}` === field);
  return value === null || definition === undefined
    ? null
    : findFieldValueProblem(definition, value);
}

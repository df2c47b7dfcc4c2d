import type { Action } from "@parlour/protocol/actions/actions";
import { runsMacro, type MacroActions } from "@parlour/protocol/actions/macro-chain";
import { findUnknownReference } from "@parlour/protocol/actions/references";
import type { InputProblem } from "@parlour/protocol/conditions/problem";
import { findTextProblem } from "@parlour/protocol/reply-text";
import type { Principal } from "../../auth/index.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { listReplies } from "../../store/settings/content/canned-reply.ts";
import { macroStore } from "../../store/settings/content/macro.ts";
import type { CheckContext } from "../resource.ts";
import { getAudienceFilter } from "./audience.ts";
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
  const { tags, operators, departments, bots, webhooks, fields = [] } = context.config;
  const rows = {
    tag: tags,
    operator: { has: (id: number) => operators.get(id)?.active === true },
    department: departments,
    quick_reply: await listReplyIds(list, context),
    bot: bots,
    webhook: { has: (id: number) => webhooks.get(id)?.events.has("chat_action") === true },
    macro: await readMacroActions(list, context),
  };
  return findUnknownReference(list, path, { rows, fields }) ?? findTextProblem(list, path, fields);
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

/** Returns the macros that a list can run. Empty if it runs none. */
export async function readMacroActions(
  list: readonly Action[],
  { tx, account, principal }: ReferenceContext,
): Promise<MacroActions> {
  if (!runsMacro(list)) return new Map();
  const reader = createTransactionReader(tx);
  const macros = await macroStore.list(reader, account, getAudienceFilter(principal));
  return new Map(macros.map(({ id, values }) => [id, values.do]));
}

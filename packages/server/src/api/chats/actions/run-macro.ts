import type { FastifyInstance } from "fastify";
import { IdParams, MacroRun, RunMacro } from "@parlour/protocol/api";
import type { Chat } from "@parlour/protocol";
import type { ActionRun } from "../../../actions/run-actions.ts";
import type { Action, ActionResult } from "@parlour/protocol/actions/actions";
import type { Principal } from "../../../auth/index.ts";
import type { ReplaceMacros } from "../../../actions/replace-macros.ts";
import { getAudienceFilter } from "../../../settings/content/audience.ts";
import { resolveMacro } from "../../../settings/content/resolve-macro.ts";
import { findChat } from "../../../store/chats/chat.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import { loadChat, type ChatDeps } from "../chat-serializer.ts";
import { getChatVisibility, requireVisibleChat } from "../visibility.ts";

/** Runs actions on a chat, one after the other (ACT-010). */
export type RunActions = (
  run: ActionRun,
  chatId: number,
  actions: readonly Action[],
) => Promise<readonly ActionResult[]>;
interface MacroDeps extends ChatDeps {
  readonly replaceMacros: ReplaceMacros;
  readonly runActions: RunActions;
}

/** Registers the route that runs a macro on a chat (ACT-023). */
export function runMacroRoute(app: FastifyInstance, deps: MacroDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/run-macro",
    action: "chats.answer",
    tag: "macros",
    summary: "Run a macro on a chat",
    params: IdParams,
    body: RunMacro,
    status: 200,
    answer: MacroRun,
    async handle({ principal, params, body, key }) {
      const chatId = parseId(params.id, "chat");
      await requireVisibleChat(deps, principal, chatId);
      const { id, values } = await resolveMacro(deps.reader, principal, body.macro_id);
      const results = await deps.runActions(
        {
          account: principal.accountId,
          operator: getChatVisibility(principal),
          cause: { kind: "macro", id, name: values.name },
          after: body.after_seq === undefined ? undefined : { seq: body.after_seq },
          key: key && { scope: `macro:${key.scope}`, prefix: `${key.key}:`, hash: key.hash },
        },
        chatId,
        await deps.replaceMacros(principal.accountId, values.do, {
          filter: getAudienceFilter(principal),
          depth: 1,
        }),
      );
      return { results: [...results], chat: await findVisibleChat(deps, principal, chatId) };
    },
  });
}

/** Returns the chat, or null if an action took it out of the principal's sight. */
async function findVisibleChat(
  deps: ChatDeps,
  principal: Principal,
  chatId: number,
): Promise<Chat | null> {
  const { reader } = deps;
  const found = await findChat(reader, principal.accountId, getChatVisibility(principal), chatId);
  return found === null ? null : loadChat(deps, principal, chatId);
}

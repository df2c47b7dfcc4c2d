import type { FastifyInstance } from "fastify";
import { IdParams } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { loadOperatorStatus } from "../assignment.ts";
import type { ChatDeps } from "../chat-serializer.ts";
import { executeChatCommand } from "../execute-command.ts";
import { typingRoute, type TypingDeps } from "../typing.ts";
import { parseId } from "../../kit/ids.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { answeringCommands } from "./answering.ts";
import { endingCommands } from "./ending.ts";
import type { ChatCommand } from "./command.ts";

/** Registers the commands of an operator on a chat (API-024 to API-026, API-028). */
export function chatCommandRoutes(app: FastifyInstance, deps: ChatDeps & TypingDeps): void {
  for (const item of [...answeringCommands, ...endingCommands]) chatCommandRoute(app, deps, item);
  typingRoute(app, deps);
}

/** Registers a command that responds with the chat. */
function chatCommandRoute(app: FastifyInstance, deps: ChatDeps, definition: ChatCommand): void {
  declareRoute(app, deps.auth, {
    method: definition.method ?? "POST",
    url: `/chats/:id/${definition.name}`,
    action: "chats.answer",
    tag: "chats",
    summary: definition.summary,
    params: IdParams,
    body: definition.body,
    status: definition.status ?? 200,
    answer: Chat,
    handle: async ({ principal, params, body, key }) => {
      const known = await loadOperatorStatus(
        deps,
        principal.accountId,
        await deps.config(principal.accountId),
      );
      return executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        definition.createHandler(principal.operatorId, body, known),
      );
    },
  });
}

import type { FastifyInstance } from "fastify";
import { EmptyBody, IdParams, PromiseOfChat } from "@parlour/protocol/api";
import { Chat } from "@parlour/protocol";
import { promiseAnswer, withdrawPromise } from "../../../core/chat/promise/commands.ts";
import { parseTime } from "../../../settings/texts.ts";
import type { ConnectorPort } from "../../channels/connectors/connector-port.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { ChatDeps } from "../chat-serializer.ts";
import { createReplyEmail } from "../email/create-reply-email.ts";
import { executeChatCommand } from "../execute-command.ts";
import { requireVisibleChat } from "../visibility.ts";

type PromiseDeps = ChatDeps & { readonly connectors: ConnectorPort };

/** Registers the routes that promise the visitor an answer (PROM-001, PROM-002). */
export function chatPromiseRoutes(app: FastifyInstance, deps: PromiseDeps): void {
  const shared = {
    url: "/chats/:id/promise",
    action: "chats.answer",
    tag: "chats",
    params: IdParams,
    status: 200,
    answer: Chat,
  } as const;
  declareRoute(app, deps.auth, {
    ...shared,
    method: "PUT",
    summary: "Promise the visitor an answer",
    body: PromiseOfChat,
    async handle({ principal, params, body, key }) {
      const { accountId, operatorId } = principal;
      const { text } = body;
      const id = parseId(params.id, "chat");
      const until = parseTime(body.until, "until").getTime();
      const { channelId } = await requireVisibleChat(deps, principal, id);
      const message =
        text === undefined
          ? undefined
          : { text, email: await createReplyEmail(deps, accountId, { chatId: id, channelId }) };
      const promise = promiseAnswer({ operatorId, until, message });
      return executeChatCommand(deps, { principal, key }, id, promise);
    },
  });
  declareRoute(app, deps.auth, {
    ...shared,
    method: "DELETE",
    summary: "Take back the promise of a chat",
    body: EmptyBody,
    handle: ({ principal, params, key }) =>
      executeChatCommand(
        deps,
        { principal, key },
        parseId(params.id, "chat"),
        withdrawPromise({ operatorId: principal.operatorId }),
      ),
  });
}

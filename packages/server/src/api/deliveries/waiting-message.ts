import type { FastifyInstance } from "fastify";
import { EmptyBody, MessageParams } from "@parlour/protocol/api";
import { Message } from "@parlour/protocol";
import { undoMessage } from "../../core/chat/message/undo-message.ts";
import { refuse } from "../../core/failure.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { maskForPrincipal } from "../chats/chat-serializer.ts";
import { requireVisibleChat } from "../chats/visibility.ts";
import type { EndpointPort } from "./endpoint-port.ts";
import { loadMessage } from "./load-message.ts";

interface WaitingMessageDeps extends RouteDeps {
  readonly endpoints: Pick<EndpointPort, "sendNow">;
}

/** Registers the routes of a message that waits to be sent (API-470, API-471). */
export function waitingMessageRoutes(app: FastifyInstance, deps: WaitingMessageDeps): void {
  undoMessageRoute(app, deps);
  sendNowRoute(app, deps);
}

function undoMessageRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/messages/:seq/undo",
    action: "chats.answer",
    tag: "chats",
    summary: "Undo a message that was not sent yet",
    params: MessageParams,
    body: EmptyBody,
    status: 200,
    answer: Message,
    async handle({ principal, params, key }) {
      const chat = parseId(params.id, "chat");
      await requireVisibleChat(deps, principal, chat);
      const written = await deps.write({
        account: principal.accountId,
        subject: { chat, message: Number(params.seq) },
        handler: undoMessage(principal.operatorId),
        ...(key === null ? {} : { idempotency: key }),
      });
      return JSON.parse(written.answer) as Message;
    },
  });
}

function sendNowRoute(app: FastifyInstance, deps: WaitingMessageDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/chats/:id/messages/:seq/send-now",
    action: "chats.answer",
    tag: "chats",
    summary: "Send a waiting message now",
    params: MessageParams,
    body: EmptyBody,
    status: 200,
    answer: Message,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, params } = context;
        const chat = parseId(params.id, "chat");
        await requireVisibleChat(deps, principal, chat);
        const seq = Number(params.seq);
        const { delivery } = await loadMessage(deps, principal, chat, seq);
        if (
          delivery === undefined ||
          !(await deps.endpoints.sendNow(principal.accountId, delivery.id))
        )
          refuse("already_sent", "This message does not wait to be sent.");
        return maskForPrincipal(principal, await loadMessage(deps, principal, chat, seq));
      }),
  });
}

import type { FastifyInstance } from "fastify";
import { EmptyBody, MessageParams } from "@parlour/protocol/api";
import { Message } from "@parlour/protocol";
import type { MessageDelivery } from "../../core/entity.ts";
import { refuse } from "../../core/failure.ts";
import { listMessages } from "../../store/chats/message.ts";
import { runIdempotent } from "../kit/change-settings.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { parseId, requireFound } from "../kit/ids.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import { maskForPrincipal } from "../chats/chat-serializer.ts";
import { requireVisibleChat } from "../chats/visibility.ts";
import type { EndpointPort } from "./endpoint-port.ts";

interface MessageDeliveryDeps extends RouteDeps {
  readonly endpoints: EndpointPort;
}

/**
 * Registers the routes with which operators resend a message or send it now (API-130, API-471). The
 * permission to answer the chat is sufficient, because the response contains only the
 * message with its state. The delivery log with requests and responses needs another permission.
 */
export function messageDeliveryRoutes(app: FastifyInstance, deps: MessageDeliveryDeps): void {
  const { endpoints } = deps;
  deliveryActionRoute(app, deps, {
    name: "retry",
    summary: "Retry a failed message",
    act: async (account, delivery) => {
      const hasFailed =
        delivery?.state === "failed" ||
        (delivery?.state === "delivered" &&
          delivery.failed_recipients?.some(({ state }) => state === "failed") === true);
      if (!hasFailed)
        return refuse("not_deliverable", "Only a message that failed can be sent again.");
      await endpoints.resend(account, delivery.id);
    },
  });
  deliveryActionRoute(app, deps, {
    name: "send-now",
    summary: "Send a waiting message now",
    act: async (account, delivery) => {
      if (delivery === undefined || !(await endpoints.sendNow(account, delivery.id)))
        refuse("already_sent", "This message is not waiting to be sent.");
    },
  });
}

interface DeliveryAction {
  /** Last part of the path. */
  readonly name: string;
  readonly summary: string;
  /** Changes the delivery of the message. Throws Refusal if its state does not allow it. */
  readonly act: (account: number, delivery: MessageDelivery | undefined) => Promise<void>;
}

/** Registers an action on the delivery of a message. It returns the message with its new state. */
function deliveryActionRoute(
  app: FastifyInstance,
  deps: MessageDeliveryDeps,
  { name, summary, act }: DeliveryAction,
): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: `/chats/:id/messages/:seq/${name}`,
    action: "chats.answer",
    tag: "chats",
    summary,
    params: MessageParams,
    body: EmptyBody,
    status: 200,
    answer: Message,
    handle: (context) =>
      runIdempotent(deps, context, async () => {
        const { principal, params } = context;
        const chat = parseId(params.id, "chat");
        await requireVisibleChat(deps, principal, chat);
        const load = () => loadMessage(deps, principal.accountId, chat, Number(params.seq));
        await act(principal.accountId, (await load()).delivery);
        return maskForPrincipal(principal, await load());
      }),
  });
}

/** Loads a message of a chat with its delivery. Throws `not_found` if there is none. */
async function loadMessage(
  { reader }: RouteDeps,
  account: number,
  chatId: number,
  seq: number,
): Promise<Message> {
  const range = { after: seq - 1, before: seq + 1, limit: 1 };
  const [message] = await listMessages(reader, account, chatId, range);
  return requireFound(message ?? null, "message");
}

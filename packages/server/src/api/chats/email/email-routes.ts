import type { FastifyInstance } from "fastify";
import { ChatEmail, IdParams, UseReplyTo } from "@parlour/protocol/api";
import { listKnownAddresses, toKey } from "../../../core/chat/email/recipients.ts";
import { refuse } from "../../../core/failure.ts";
import { mustMaskText, type Principal } from "../../../auth/index.ts";
import { writeUsedReplyTo } from "../../../store/visitors/used-reply-to.ts";
import { declareRoute } from "../../kit/declare-route.ts";
import { parseId } from "../../kit/ids.ts";
import type { RouteDeps } from "../../kit/route-deps.ts";
import { requireVisibleChat } from "../visibility.ts";
import { findAskedReplyTo, loadConversation, type EmailDeps } from "./load-conversation.ts";

type EmailRouteDeps = RouteDeps & EmailDeps;

/** Registers the routes for the recipients of a chat by mail (API-429, API-430). */
export function chatEmailRoutes(app: FastifyInstance, deps: EmailRouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/chats/:id/email",
    action: "chats.answer",
    tag: "chats",
    summary: "Get the recipients of the next email",
    params: IdParams,
    status: 200,
    answer: ChatEmail,
    handle: ({ principal, params }) => readEmail(deps, principal, parseId(params.id, "chat")),
  });
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/chats/:id/reply-to",
    action: "chats.answer",
    tag: "chats",
    summary: "Choose where replies to a sender go",
    params: IdParams,
    body: UseReplyTo,
    status: 200,
    answer: ChatEmail,
    once: { because: "A repeat sets the same value." },
    async handle({ principal, params, body }) {
      const id = parseId(params.id, "chat");
      const { channelId } = await requireVisibleChat(deps, principal, id);
      const { accountId, operatorId } = principal;
      const chat = { chatId: id, channelId };
      const asked = findAskedReplyTo(await loadConversation(deps, accountId, chat));
      if (asked === null)
        refuse("not_available", "The latest email asks for replies to its sender only.");
      await writeUsedReplyTo(
        deps.sql,
        { account: accountId, channelId, sender: toKey(asked.from.address) },
        { used: body.used, verified: asked.verified, operatorId },
        deps.clock.now(),
      );
      return readEmail(deps, principal, id);
    },
  });
}

async function readEmail(
  deps: EmailRouteDeps,
  principal: Principal,
  id: number,
): Promise<ChatEmail> {
  if (mustMaskText(principal))
    refuse("forbidden", "Your role cannot see the senders and recipients of emails.");
  const { channelId } = await requireVisibleChat(deps, principal, id);
  const conversation = await loadConversation(deps, principal.accountId, {
    chatId: id,
    channelId,
  });
  const { from, subject, reply, replyAll, letter, letters } = conversation;
  const asked = findAskedReplyTo(conversation);
  return {
    from,
    subject,
    reply: toAddresses(reply),
    reply_all: toAddresses(replyAll),
    letter: letter?.chat_id === id ? letter.seq : null,
    reply_to:
      asked === null
        ? null
        : { from: asked.from, addresses: [...asked.addresses], used: asked.used },
    known: [...listKnownAddresses(letters), toKey(conversation.customer.address)],
  };
}

const toAddresses = ({ to, cc }: Awaited<ReturnType<typeof loadConversation>>["reply"]) => ({
  to: to.map(({ address, name }) => ({ address, name })),
  cc: cc.map(({ address, name }) => ({ address, name })),
});

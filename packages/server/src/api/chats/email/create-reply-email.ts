import type { MessageEmail } from "../../../core/entity.ts";
import { hasEmail, loadConversation, type EmailDeps } from "./load-conversation.ts";
import { createVisitorEmail } from "./resolve-email.ts";

/** Addresses the visitor (MAIL-098). Undefined if messages of the channel have no email. */
export async function createReplyEmail(
  deps: EmailDeps,
  account: number,
  chat: { readonly chatId: number; readonly channelId: number },
): Promise<MessageEmail | undefined> {
  const channel = (await deps.config(account)).channels.get(chat.channelId);
  if (channel === undefined || !hasEmail(channel.kind)) return undefined;
  return createVisitorEmail(await loadConversation(deps, account, chat));
}

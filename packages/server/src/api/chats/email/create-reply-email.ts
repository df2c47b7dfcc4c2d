import type { MessageEmail } from "../../../core/entity.ts";
import { hasEmail, loadConversation, type EmailDeps } from "./load-conversation.ts";
import { createVisitorEmail } from "./resolve-email.ts";

/**
 * Returns subject and recipients of an answer to the visitor whose sender names none (MAIL-098), or
 * undefined if messages of the channel have none.
 */
export async function createReplyEmail(
  deps: EmailDeps,
  account: number,
  chat: { readonly chatId: number; readonly channelId: number },
): Promise<MessageEmail | undefined> {
  const channel = (await deps.config(account)).channels.get(chat.channelId);
  if (channel === undefined || !hasEmail(channel.kind)) return undefined;
  return createVisitorEmail(await loadConversation(deps, account, chat));
}

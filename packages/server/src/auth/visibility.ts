import type { NamedRef } from "../core/entity.ts";
import type { AccountConfig } from "../core/command.ts";
import { canSeeAllChats, isReaderOfTexts } from "../core/operator/role.ts";
import type { Principal } from "./principal.ts";

export { canSeeAllChats };

/** The facts about a chat that decide who may see it. */
export interface ChatVisibilityInput {
  readonly channelId: number;
  readonly assignee: NamedRef | null;
  readonly participants: readonly NamedRef[];
}

/**
 * Returns whether a principal may see a chat (CORE-001). Owners, admins, developers and viewers see
 * every chat. Operators see chats of their channels and chats in which they participate.
 */
export function canSeeChat(
  principal: Principal,
  chat: ChatVisibilityInput,
  config: AccountConfig,
): boolean {
  return (
    canSeeChannel(principal, chat.channelId, config) ||
    chat.assignee?.id === principal.operatorId ||
    chat.participants.some((participant) => participant.id === principal.operatorId)
  );
}
/** Returns whether a principal sees all chats of the channel (CORE-001). */
export function canSeeChannel(
  principal: Principal,
  channelId: number,
  config: AccountConfig,
): boolean {
  return (
    canSeeAllChats(principal) ||
    config.channels.get(channelId)?.operators.has(principal.operatorId) === true
  );
}

/** Developers test channels without reading messages (CORE-001). */
export function mustMaskText(principal: Principal): boolean {
  return !isReaderOfTexts(principal);
}
/** Returns what the principal may see of an entity: the entity itself, or what `mask` builds. */
export const maskFor = <E>(principal: Principal, mask: (entity: E) => E, entity: E): E =>
  mustMaskText(principal) ? mask(entity) : entity;

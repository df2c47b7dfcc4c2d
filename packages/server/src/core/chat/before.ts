import type { ChatDraft } from "../event.ts";
import type { Scene } from "../ports.ts";

/**
 * Returns the chat before the command; null: the command created it. Delivery planners use it to
 * see what an event changed.
 */
export function chatBefore(scene: Pick<Scene, "chat" | "running">, chatId: number): ChatDraft | null {
  if (scene.chat?.id === chatId) return scene.chat.entity;
  return scene.running?.id === chatId ? scene.running.entity : null;
}

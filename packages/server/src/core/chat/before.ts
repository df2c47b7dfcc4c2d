import type { ChatDraft } from "../event.ts";
import type { Scene } from "../ports.ts";

/** The chat as it stood before the verb that saw this scene; null: the verb made it. For planners, who ask what an event changed. */
export function chatBefore(scene: Pick<Scene, "chat" | "running">, chatId: number): ChatDraft | null {
  if (scene.chat?.id === chatId) return scene.chat.entity;
  return scene.running?.id === chatId ? scene.running.entity : null;
}

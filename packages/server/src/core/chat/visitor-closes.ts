import { fail } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { closeChat } from "./close.ts";

/**
 * Closes a chat on request of its widget visitor. Subject: `{chat}`. Failures: `not_found` (another
 * visitor's chat), `chat_closed`. Answers the chat.
 */
export function visitorCloses(visitorId: number): Verb {
  const close = closeChat({ cause: "visitor" });
  return (scene) => (scene.visitor?.id === visitorId ? close(scene) : fail("not_found", "There is no such chat."));
}

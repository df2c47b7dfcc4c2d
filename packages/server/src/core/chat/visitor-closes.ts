import { fail } from "../failure.ts";
import type { Verb } from "../ports.ts";
import { closeChat } from "./close.ts";

/** The visitor of a widget ends his own chat. Subject: `{chat}`. Failures: `not_found` (not his), `chat_closed`. Answers the chat. */
export function visitorCloses(visitorId: number): Verb {
  const close = closeChat({ cause: "visitor" });
  return (scene) => (scene.visitor?.id === visitorId ? close(scene) : fail("not_found", "There is no such chat."));
}

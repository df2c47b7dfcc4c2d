import { listUnanswered, type ChatLine } from "../../core/bot/agent-turn.ts";
import type { ChatData } from "../../core/event.ts";
import type { DetectLanguage } from "./language.ts";

/** Language of a chat, and where it comes from (AGENT-113). */
export interface ChatLanguage {
  readonly language: string;
  /** Words of the visitor, their browser, or the service through which they write. */
  readonly source: "words" | "browser" | "service";
}

/**
 * Returns the language in which the visitor is answered: that of their words since the last answer,
 * else that of their earlier words if the latest ones are too short, else what their browser or
 * service says. Names of files are no words. null: unknown.
 */
export async function findChatLanguage(
  detect: DetectLanguage,
  lines: readonly ChatLine[],
  session: ChatData["session"],
): Promise<ChatLanguage | null> {
  const join = (some: readonly ChatLine[]): string => some.map(({ text }) => text).join("\n");
  const visitor = lines.filter(({ author }) => author === "visitor");
  const words = (await detect(join(listUnanswered(lines)))) ?? (await detect(join(visitor)));
  if (words !== null) return { language: words, source: "words" };
  const tag = session?.language?.slice(0, 2).toLowerCase();
  // Only a visit of a page has the address of its visitor.
  const source = session?.user_agent ? "browser" : "service";
  return tag ? { language: tag, source } : null;
}

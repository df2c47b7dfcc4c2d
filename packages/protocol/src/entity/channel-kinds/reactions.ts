/**
 * Emoji of the team's reactions, which all services with reactions accept. Telegram has a closed
 * list.
 */
export const commonReactions: string[] = ["👍", "🙏", "👀", "🎉", "😁", "😢"];

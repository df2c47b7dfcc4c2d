/** All services with reactions accept these. Telegram has a closed list. */
export const commonReactions: string[] = ["👍", "🙏", "👀", "🎉", "😁", "😢"];

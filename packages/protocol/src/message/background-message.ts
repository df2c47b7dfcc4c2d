import type { Message } from "../entity/message.ts";

/**
 * Background messages never become the last message of a chat (API-021), so that lists, cards and
 * notifications show what the visitor wants. They are system messages about offers, transfers,
 * tags, priorities, ratings, snoozes, promises and notices, and notes of programs, such as those of
 * an agent in shadow (AGENT-050).
 */
export const isBackgroundMessage = ({ author, kind, line }: Message): boolean =>
  line === undefined ? kind === "note" && author.id === null : backgroundLine.test(line.code);

const lineCodes =
  "offer|ladder_|owner_gone|reassign|transfer|colleague_invited|tag|prioritized|rating_asked|remind|mentioned|notified|webhook_called|snooze|promise";
const backgroundLine = new RegExp(`^(?:${lineCodes})`);

/**
 * Pattern for the JSON text of background messages of operators and of the system, for PostgreSQL
 * and JavaScript. The keys have this order, and quotes inside strings are escaped, so no other text
 * matches.
 */
export const backgroundMessagePattern = `"author":\\{"kind":"operator","id":null,"name":"([^"\\\\]|\\\\.)*"\\},"kind":"note"|"line":\\{"code":"(${lineCodes})`;

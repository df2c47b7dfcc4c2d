/**
 * Words that a name must not contain (docs/glossary.md): pronouns, adverbs, participles and
 * metaphors that say nothing about the subject.
 */
const vagueWords = new Set(
  (
    "told tell telling said says hear heard held hold keep kept forget gone goes owed owe wish trouble standing " +
    "situation seat desk ladder rung place talk thing deed bones again most tried tries look looks around here " +
    "whose who nobody somebody everybody colleague people scene verb rousing waking ground"
  ).split(" "),
);

/** Words that no sentence for users, integrators or operators of a server may have. */
const vagueText =
  /\b(?:no|some|every|any)body\b|\b(?:told|tells?|hears?|heard|says|said|owed?|owes|deeds?|bones|things?|ladder|rungs?|colleagues?|whoever|oneself)\b/i;

/** Returns the first vague word of a name such as `maxRetries` or `max-retries`. */
export function findVagueWord(name: string): string | undefined {
  return splitName(name).find((word) => vagueWords.has(word));
}

/** Returns the first vague word of a sentence. Code in backticks does not count. */
export function findVagueText(text: string): string | undefined {
  return vagueText.exec(text.replaceAll(/`[^`]*`/g, ""))?.[0];
}

/** Splits `maxRetries` and `max-retries` into `max` and `retries`. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .split(/[^A-Za-z]+/)
    .map((word) => word.toLowerCase());
}

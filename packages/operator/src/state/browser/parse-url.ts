/** Returns the URL of a text, or null. `URL.parse` does the same, but Safari has it since 18. */
export const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

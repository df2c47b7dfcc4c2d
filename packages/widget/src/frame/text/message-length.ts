/** Counts code points, as the server does (CORE-046). */
export function countCharacters(text: string): number {
  return text.length <= 2000 ? text.length : Array.from(text).length;
}
export const maxMessageLength = 4000;

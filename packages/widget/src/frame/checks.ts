/** Whether an address can be right: the server decides, this only spares a way there and back. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
}
/** WG-061. */
export function isPhone(text: string): boolean {
  return /^\+?\d{7,15}$/.test(text.replaceAll(/[\s\-.()]/g, ""));
}
/** Code points, as the server counts (CORE-046). */
export function lengthOf(text: string): number {
  return text.length <= 2000 ? text.length : Array.from(text).length;
}
export const textMost = 4000;

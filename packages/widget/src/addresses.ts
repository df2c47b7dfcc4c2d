/** Whether an address can be right: the server decides, this only spares a way there and back. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text.trim());
}
/** WG-061: the number without what people put between digits; null: it is none. */
export function phoneNumber(text: string): string | null {
  const phone = text.replace(/[\s\-.()]/g, "");
  return /^\+?\d{7,15}$/.test(phone) ? phone : null;
}

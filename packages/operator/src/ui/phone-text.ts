import { later } from "./later.ts";

export const phoneFormat = later(() => import("./phone-format.ts").then((module) => module.formatPhone));

/**
 * Formats a phone number for reading. Returns it unchanged until the formatting rules are loaded.
 */
export function phoneText(number: string): string {
  const format = phoneFormat.get();
  if (format === null) phoneFormat.load();
  return format === null ? number : format(number);
}

import { later } from "./later.ts";

export const phoneFormat = later(() => import("./phone-format.ts").then((module) => module.formatPhone));

/** Returns a phone number as people read it, or as it is stored until the rules of countries are loaded. */
export function phoneText(number: string): string {
  const format = phoneFormat.get();
  if (format === null) phoneFormat.load();
  return format === null ? number : format(number);
}

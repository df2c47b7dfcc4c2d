import { createLazyValue } from "../loading/lazy-value.ts";

export const lazyFormatPhone = createLazyValue(() =>
  import("./format-phone.ts").then((module) => module.formatPhone),
);

/** Formats a phone number for reading. Returns it unchanged until the rules are loaded. */
export function formatPhoneForReading(number: string): string {
  const format = lazyFormatPhone.get();
  if (format === null) lazyFormatPhone.load();
  return format === null ? number : format(number);
}

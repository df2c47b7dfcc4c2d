const urlMax = 2048;
/** An absolute http(s) address as it was given, at most 2048 characters; else null. */
export function httpUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > urlMax || !/^https?:\/\//i.test(value)) return null;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) && URL.canParse(value) ? value : null;
}

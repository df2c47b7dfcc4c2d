const maxUrlLength = 2048;
/** Returns an absolute http(s) URL of at most 2048 characters unchanged. Null for anything else. */
export function parseHttpUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxUrlLength || !/^https?:\/\//i.test(value))
    return null;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) && URL.canParse(value) ? value : null;
}

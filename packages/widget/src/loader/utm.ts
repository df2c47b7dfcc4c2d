const utmParts = ["source", "campaign", "content", "medium", "term"] as const;
type UtmPart = (typeof utmParts)[number];

/** Returns the UTM parameters of an address (WG-211). Null: unknown. */
export function parseUtm(address: string): Record<UtmPart, string | null> {
  let query: URLSearchParams | null = null;
  try {
    query = new URL(address).searchParams;
  } catch {
    // The address of the page is not a valid URL.
    query = null;
  }
  const entries = utmParts.map((part) => [part, query?.get(`utm_${part}`) ?? null]);
  return Object.fromEntries(entries) as Record<UtmPart, string | null>;
}

const utmParts = ["source", "campaign", "content", "medium", "term"] as const;
type UtmPart = (typeof utmParts)[number];

/** Returns the UTM parameters of an address (WG-211). Null: unknown. */
export function parseUtm(address: string): Record<UtmPart, string | null> {
  const query = new URLSearchParams(/^[^#?]*([^#]*)/.exec(address)?.[1]);
  const entries = utmParts.map((part) => [part, query.get(`utm_${part}`)]);
  return Object.fromEntries(entries) as Record<UtmPart, string | null>;
}

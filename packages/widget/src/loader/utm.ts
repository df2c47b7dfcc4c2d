/** WG-064; null: unknown. */
export function utmOf(address: string): Record<"source" | "campaign" | "content" | "medium" | "term", string | null> {
  let query: URLSearchParams | null = null;
  try {
    query = new URL(address).searchParams;
  } catch {
    // A page may have any address; this one tells nothing.
    query = null;
  }
  const of = (name: string): string | null => query?.get(`utm_${name}`) ?? null;
  return { source: of("source"), campaign: of("campaign"), content: of("content"), medium: of("medium"), term: of("term") };
}

/** Returns the UTM parameters of an address (WG-211). Null: unknown. */
export function parseUtm(
  address: string,
): Record<"source" | "campaign" | "content" | "medium" | "term", string | null> {
  let query: URLSearchParams | null = null;
  try {
    query = new URL(address).searchParams;
  } catch {
    // The address of the page is not a valid URL.
    query = null;
  }
  const getParameter = (name: string): string | null => query?.get(`utm_${name}`) ?? null;
  return {
    source: getParameter("source"),
    campaign: getParameter("campaign"),
    content: getParameter("content"),
    medium: getParameter("medium"),
    term: getParameter("term"),
  };
}

/**
 * Returns whether a widget starts on pages of this origin (WG-006). An empty list allows all;
 * `https://*.shop.example` allows subdomains.
 */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  if (origins.length === 0) return true;
  const own = origin.toLowerCase();
  return origins.some((one) => {
    const pattern = one.toLowerCase().replace(/\/$/, "");
    const star = pattern.indexOf("://*.");
    if (star === -1) return own === pattern;
    const [scheme, rest] = [pattern.slice(0, star + 3), pattern.slice(star + 4)];
    return own.startsWith(scheme) && own.endsWith(rest) && own.length > scheme.length + rest.length;
  });
}

/**
 * Returns a widget's sites and the installation's own origin, which has the test page. [] still
 * allows all.
 */
export function withOwn(origins: readonly string[], own: string): string[] {
  return origins.length === 0 || origins.includes(own) ? [...origins] : [...origins, own];
}

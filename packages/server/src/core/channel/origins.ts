/**
 * Returns whether a widget may start on pages of this origin (WG-006). An empty list allows all
 * origins. `https://*.shop.example` allows subdomains.
 */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  if (origins.length === 0) return true;
  const lowerCaseOrigin = origin.toLowerCase();
  return origins.some((allowed) => {
    const pattern = allowed.toLowerCase().replace(/\/$/, "");
    const star = pattern.indexOf("://*.");
    if (star === -1) return lowerCaseOrigin === pattern;
    const [scheme, rest] = [pattern.slice(0, star + 3), pattern.slice(star + 4)];
    return (
      lowerCaseOrigin.startsWith(scheme) &&
      lowerCaseOrigin.endsWith(rest) &&
      lowerCaseOrigin.length > scheme.length + rest.length
    );
  });
}

/**
 * Returns the sites of a widget plus the installation's origin, which serves the test page. []
 * stays empty and allows all.
 */
export function withInstallationOrigin(
  origins: readonly string[],
  installationOrigin: string,
): string[] {
  return origins.length === 0 || origins.includes(installationOrigin)
    ? [...origins]
    : [...origins, installationOrigin];
}

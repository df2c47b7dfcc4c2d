/**
 * Returns whether a widget may start on pages of this origin (WG-006). An empty list allows all
 * origins. `https://*.shop.example` allows subdomains.
 */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  const pattern = toOriginPattern(origins);
  return pattern === undefined || new RegExp(pattern, "i").test(origin);
}

/** Returns the pattern of the allowed origins, without its flag `i`. Undefined allows all. */
export function toOriginPattern(origins: readonly string[]): string | undefined {
  if (origins.length === 0) return undefined;
  const patterns = origins.map((origin) =>
    origin
      .replace(/\/$/, "")
      .replace(/[^\w:/-]/g, "\\$&")
      .replace("://\\*", "://.+"),
  );
  return `^(?:${patterns.join("|")})$`;
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

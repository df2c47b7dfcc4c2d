/**
 * Names whose values are masked in recorded requests. No reader sees credentials (CORE-125).
 */

const credentialPattern = /^(?:proxy-)?authorization$|cookie|token|secret|password|api-?key/i;

/** Keeps of credentials only the scheme and the last four characters. */
export function maskCredentials(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const masked: Record<string, string> = {};
  for (const [name, header] of Object.entries(headers)) {
    if (header === undefined) continue;
    const value = typeof header === "string" ? header : header.join(", ");
    masked[name] = credentialPattern.test(name) ? maskToLastFour(value) : value;
  }
  return masked;
}

/** Returns `Bearer …3f9a` with the last four characters. Hides a short secret completely. */
export function maskToLastFour(secret: string): string {
  const [, scheme = "", value = ""] = /^(\w+ +)?(.*)$/s.exec(secret) ?? [];
  return value.length < 12 ? `${scheme}…` : `${scheme}…${value.slice(-4)}`;
}

/** Maximum length of a redirect URI. */
const maxLength = 2_000;
const loopbackHosts: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Returns whether an application may receive codes at this address (MCP-060): https, or http on the
 * machine of the person, without user info and fragment.
 */
export function isRedirectUriAllowed(text: string): boolean {
  if (text.length > maxLength) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || text.includes("#"))
    return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.has(url.hostname));
}

/** Adds parameters to a redirect URI. Those of the URI itself are kept. */
export function addParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

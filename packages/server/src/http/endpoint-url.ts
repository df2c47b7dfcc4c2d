/**
 * Builds the URL of a request to an integrator's endpoint (CH-070, BOT-012). `value` replaces each
 * `{name}` in path and query. Without a placeholder, it is appended to the path if `isAppended` is
 * set, otherwise the URL is unchanged. The rest of the query does not change. The fragment is
 * removed if the URL changes.
 */
export function buildEndpointUrl(
  configured: string,
  {
    name,
    value,
    isAppended,
  }: { readonly name: string; readonly value: string; readonly isAppended: boolean },
): string {
  const url = new URL(configured);
  url.hash = "";
  const placeholder = new RegExp(`(?:\\{|%7B)${name}(?:\\}|%7D)`, "gi");
  const encoded = encodeURIComponent(value);
  const [path, query] = [
    url.pathname.replace(placeholder, () => encoded),
    url.search.replace(placeholder, () => encoded),
  ];
  if (path !== url.pathname || query !== url.search) {
    url.pathname = path;
    url.search = query;
    return url.href;
  }
  if (!isAppended) return configured;
  url.pathname = `${path.replace(/\/+$/, "")}/${encoded}`;
  return url.href;
}

/**
 * Where a request to an integrator's endpoint goes (CH-070, BOT-012): `value` in place of each `{name}` in path and query; without one appended to the
 * path when `isAppended`, else the address as it is. The query is kept; the fragment is dropped where anything changes. Pure.
 */
export function endpointUrl(
  configured: string,
  { name, value, isAppended }: { readonly name: string; readonly value: string; readonly isAppended: boolean },
): string {
  const url = new URL(configured);
  url.hash = "";
  const place = new RegExp(`(?:\\{|%7B)${name}(?:\\}|%7D)`, "gi");
  const encoded = encodeURIComponent(value);
  const [path, query] = [url.pathname.replace(place, () => encoded), url.search.replace(place, () => encoded)];
  if (path !== url.pathname || query !== url.search) {
    url.pathname = path;
    url.search = query;
    return url.href;
  }
  if (!isAppended) return configured;
  url.pathname = `${path.replace(/\/+$/, "")}/${encoded}`;
  return url.href;
}

/**
 * The address of a file of this installation, which pages load directly (CORE-061); null for anything else. On a developer's machine the same
 * server has two names.
 */
export function ownFile(address: string): string | null {
  if (!URL.canParse(address, location.origin)) return null;
  const url = new URL(address, location.origin);
  const filesOrigin = readFilesOrigin();
  const same = url.origin === location.origin || (isLoopback(url.hostname) && isLoopback(location.hostname) && url.port === location.port);
  return (same || url.origin === filesOrigin) && url.pathname.startsWith("/files/") ? filesOrigin + url.pathname : null;
}

/** The origin that serves public files, as the server wrote it into the page; "": that of the page (CFG-054). */
function readFilesOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="parlour-files"]')?.content ?? "";
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}

/**
 * Where a page loads a picture from: own files directly, foreign ones through the proxy, so that no foreign site learns who looks (CORE-063).
 * `photo`: the file of a message; `image`: everything smaller. null: not a web address.
 */
export function pictureAddress(address: string, kind: "image" | "photo"): string | null {
  const own = ownFile(address);
  if (own !== null) return own;
  if (!URL.canParse(address)) return null;
  const { protocol, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return null;
  return `/api/v1/media?${new URLSearchParams({ url: address, kind }).toString()}`;
}

/** Pictures that could not be shown, with the time, so that scrolling back does not ask for them again at once. Bounded: the oldest goes. */
const failed = new Map<string, number>();
const most = 500;
const forgetMs = 300_000;

export function hasFailed(address: string): boolean {
  const at = failed.get(address);
  return at !== undefined && performance.now() - at < forgetMs;
}

export function rememberFailed(address: string): void {
  failed.delete(address);
  failed.set(address, performance.now());
  const oldest = failed.keys().next().value;
  if (failed.size > most && oldest !== undefined) failed.delete(oldest);
}

import { browserClock } from "../state/clock.ts";

/**
 * Returns the URL of a file of this installation, which pages load directly (CORE-061). Null for
 * any other URL. `localhost` and loopback addresses count as the same server.
 */
export function toInstallationFileUrl(address: string): string | null {
  if (!URL.canParse(address, location.origin)) return null;
  const url = new URL(address, location.origin);
  const filesOrigin = readFilesOrigin();
  const isSameServer =
    url.origin === location.origin ||
    (isLoopback(url.hostname) && isLoopback(location.hostname) && url.port === location.port);
  return (isSameServer || url.origin === filesOrigin) && url.pathname.startsWith("/files/")
    ? filesOrigin + url.pathname
    : null;
}

/** Returns the origin of public files, or "" if it is that of the page (CFG-054). */
function readFilesOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="parlour-files"]')?.content ?? "";
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "127.0.0.1" || host === "[::1]";
}

/**
 * Returns the URL from which to load an image. Files of the installation are loaded directly. All
 * others are loaded through the proxy, so that external sites cannot see who views an image
 * (CORE-063). `photo` means the image in a message, `image` any smaller one. Returns null if
 * `address` is not a web URL.
 */
export function toPictureUrl(address: string, kind: "image" | "photo"): string | null {
  const installationFile = toInstallationFileUrl(address);
  if (installationFile !== null) return installationFile;
  if (!URL.canParse(address)) return null;
  const { protocol, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || username !== "" || password !== "") return null;
  return `/api/v1/media?${new URLSearchParams({ url: address, kind }).toString()}`;
}

/**
 * Images that failed to load, with the time: scrolling back does not request them again at once.
 */
const failedPictures = new Map<string, number>();
const maxFailedPictures = 500;
const failureTtlMs = 300_000;

export function hasPictureFailed(address: string): boolean {
  const at = failedPictures.get(address);
  return at !== undefined && browserClock.monotonic() - at < failureTtlMs;
}

export function markPictureFailed(address: string): void {
  failedPictures.delete(address);
  failedPictures.set(address, browserClock.monotonic());
  const oldest = failedPictures.keys().next().value;
  if (failedPictures.size > maxFailedPictures && oldest !== undefined)
    failedPictures.delete(oldest);
}

import { useEffect, useState } from "preact/hooks";
import type { VisitorActions } from "../../actions.ts";
import { getPictureSource } from "../../media/picture-source.ts";

/** Loaded images by address. They are cached until the chat window ends, at most 200. */
const pictureCache = new Map<string, Promise<string | null>>();
const maxCachedPictures = 200;

/**
 * Returns the `src` of an image. The image is loaded directly if it belongs to the installation,
 * otherwise through the server. `at` identifies the message that contains it. Returns "" while the
 * image loads and null if it fails.
 */
export function usePicture(
  actions: Pick<VisitorActions, "getServer">,
  address: string,
  at: { readonly chat: number; readonly seq: number } | null,
): string | null {
  const source = getPictureSource(address, location.origin);
  const [src, setSrc] = useState<string | null>("");
  useEffect(() => {
    let isCancelled = false;
    if (source === null || "direct" in source) return undefined;
    void fetchPicture(actions, source.fetched, at).then((found) => {
      if (!isCancelled) setSrc(found);
    });
    return () => {
      isCancelled = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [address]);
  if (source === null) return null;
  return "direct" in source ? source.direct : src;
}

function fetchPicture(
  actions: Pick<VisitorActions, "getServer">,
  address: string,
  at: { readonly chat: number; readonly seq: number } | null,
): Promise<string | null> {
  const cached = pictureCache.get(address);
  if (cached !== undefined) return cached;
  const server = actions.getServer();
  if (server === null || pictureCache.size >= maxCachedPictures) return Promise.resolve(null);
  const query = new URLSearchParams({
    url: address,
    ...(at === null ? {} : { chat: String(at.chat), seq: String(at.seq) }),
  });
  const loading = fetch(`${server.base}/media?${query.toString()}`, { headers: server.headers })
    .then(async (answer) => (answer.ok ? URL.createObjectURL(await answer.blob()) : null))
    .catch(() => null);
  pictureCache.set(address, loading);
  return loading;
}

import { useEffect, useState } from "preact/hooks";
import type { Actions } from "../../actions.ts";
import { getPictureSource } from "../../media/picture-source.ts";

/** Pictures by address, for the lifetime of the chat window. Limited to 200. */
const pictureCache = new Map<string, Promise<string | null>>();
const maxCachedPictures = 200;

/**
 * Returns the `src` of a picture: direct for files of the installation, fetched through the server
 * for those of integrators. `at`: the message that contains it. "" while it loads, null if it
 * fails.
 */
export function usePicture(
  actions: Pick<Actions, "getServer">,
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
  actions: Pick<Actions, "getServer">,
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

import { useEffect, useState } from "preact/hooks";
import type { Acts } from "../acts.ts";
import { sourceOf } from "../pictures.ts";

/** Pictures by address, for the lifetime of the chat window. Limited to 200. */
const fetched = new Map<string, Promise<string | null>>();
const fetchedMost = 200;

/**
 * Returns the `src` of a picture: direct for files of the installation, fetched through the server
 * for those of integrators. `at`: the message that contains it. "" while it loads, null if it
 * fails.
 */
export function usePicture(
  acts: Pick<Acts, "server">,
  address: string,
  at: { readonly chat: number; readonly seq: number } | null,
): string | null {
  const source = sourceOf(address, location.origin);
  const [src, setSrc] = useState<string | null>("");
  useEffect(() => {
    let isGone = false;
    if (source === null || "direct" in source) return undefined;
    void load(acts, source.fetched, at).then((found) => {
      if (!isGone) setSrc(found);
    });
    return () => {
      isGone = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps
  }, [address]);
  if (source === null) return null;
  return "direct" in source ? source.direct : src;
}

function load(
  acts: Pick<Acts, "server">,
  address: string,
  at: { readonly chat: number; readonly seq: number } | null,
): Promise<string | null> {
  const known = fetched.get(address);
  if (known !== undefined) return known;
  const server = acts.server();
  if (server === null || fetched.size >= fetchedMost) return Promise.resolve(null);
  const query = new URLSearchParams({ url: address, ...(at === null ? {} : { chat: String(at.chat), seq: String(at.seq) }) });
  const loading = fetch(`${server.base}/media?${query.toString()}`, { headers: server.headers })
    .then(async (answer) => (answer.ok ? URL.createObjectURL(await answer.blob()) : null))
    .catch(() => null);
  fetched.set(address, loading);
  return loading;
}

import type { Channel } from "@parlour/protocol";
import { api } from "../../state/api/api.ts";
import { parseUrl } from "../../state/browser/parse-url.ts";

/**
 * Adds an origin to the sites of a widget. Loads the list of origins again, because it may have
 * changed since the page opened.
 */
export async function addOrigin(channelId: number, origin: string): Promise<void> {
  const { widget } = await api.get<Channel>(`/channels/${channelId}`);
  await api.patch(`/channels/${channelId}`, {
    widget: { origins: [...(widget?.origins ?? []), origin] },
  });
}

/** Returns the host of an origin, which people recognise as their site. */
export const toHost = (origin: string): string => parseUrl(origin)?.host ?? origin;

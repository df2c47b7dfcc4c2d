import type { Media } from "@parlour/protocol";

/**
 * Size reserved for a picture or video before it loads, in CSS pixels, so that the layout does not
 * jump.
 */
export interface Box {
  readonly width: number;
  readonly height: number;
}

const most = { photo: { width: 320, height: 280 }, sticker: { width: 160, height: 160 }, video: { width: 320, height: 280 } } as const;
/** Used if the size is unknown. The picture is shown whole inside. */
const unknown = { photo: { width: 240, height: 180 }, sticker: { width: 128, height: 128 }, video: { width: 320, height: 180 } } as const;
const least = 48;

/** Returns the size of media, scaled down to fit. Never enlarged, and at least 48 px per edge. */
export function boxOf(media: Pick<Media, "width" | "height"> & { type: keyof typeof most }): Box {
  const { width, height, type } = media;
  if (width === null || height === null || width < 1 || height < 1) return unknown[type];
  const scale = Math.min(1, most[type].width / width, most[type].height / height);
  return { width: Math.max(least, Math.round(width * scale)), height: Math.max(least, Math.round(height * scale)) };
}

/** Size in CSS pixels that is reserved for media, so that the layout does not jump. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const maxSizes = {
  photo: { width: 320, height: 280 },
  sticker: { width: 160, height: 160 },
  video: { width: 320, height: 280 },
} as const;
/** Sizes used if the real size is unknown. The whole image is scaled to fit inside. */
const defaultSizes = {
  photo: { width: 240, height: 180 },
  sticker: { width: 128, height: 128 },
  video: { width: 320, height: 180 },
} as const;
const minEdge = 48;

/** Media with its size in pixels, if that is known. */
interface VisibleMedia {
  readonly type: keyof typeof maxSizes;
  readonly width: number | null;
  readonly height: number | null;
}

/** Returns the display size of media, scaled down to fit, at least 48 px per edge. */
export function fitSize({ width, height, type }: VisibleMedia): Size {
  if (width === null || height === null || width < 1 || height < 1) return defaultSizes[type];
  const scale = Math.min(1, maxSizes[type].width / width, maxSizes[type].height / height);
  return {
    width: Math.max(minEdge, Math.round(width * scale)),
    height: Math.max(minEdge, Math.round(height * scale)),
  };
}

import type { default as Sharp } from "sharp";
import type { Semaphore } from "./semaphore.ts";

/** Size of a picture. `thumb`: set if a thumbnail was written. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly thumb: { readonly bytes: number } | null;
}

/** Width of thumbnails (CORE-062, CH-061). */
const thumbWidth = 320;
/** Limits the height of very tall pictures to what decoders accept. */
const thumbHeight = 4 * thumbWidth;
/** Maximum time for one picture. */
const decodeTimeoutSeconds = 10;

/**
 * Reads the displayed size of a picture. Writes a WebP thumbnail without metadata to `thumbPath` if
 * the picture is wider than 320 px or of a format that not every browser shows. Returns null if it
 * cannot be decoded, or if it has more than `megapixels`, in which case it is never decoded
 * (CORE-062).
 */
export async function readPicture(
  path: string,
  thumbPath: string,
  limits: {
    readonly megapixels: number;
    readonly turns: Semaphore;
    /** Not every browser shows the format, so it gets a thumbnail regardless of its size. */
    readonly isOdd: boolean;
  },
): Promise<Picture | null> {
  const options = {
    limitInputPixels: limits.megapixels * 1_000_000,
    failOn: "error",
    animated: false,
  } as const;
  return limits.turns.run(async () => {
    const sharp = await loadDecoder();
    try {
      const { width, height } = (await sharp(path, options).metadata()).autoOrient;
      // The decoder's limit also counts animation frames.
      if (width === 0 || height === 0 || width * height > options.limitInputPixels) return null;
      if (!limits.isOdd && width <= thumbWidth && height <= thumbHeight) {
        await sharp(path, options).stats();
        return { width, height, thumb: null };
      }
      const thumbnail = await sharp(path, options)
        .timeout({ seconds: decodeTimeoutSeconds })
        .autoOrient()
        .resize({ width: thumbWidth, height: thumbHeight, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(thumbPath);
      return { width, height, thumb: { bytes: thumbnail.size } };
    } catch {
      // A picture that cannot be decoded is stored as a document. The decoder's error does not
      // matter.
      return null;
    }
  });
}

/** Side length of a photo in pixels (CORE-157). */
const photoSide = 256;

/**
 * Writes the centre of a picture as a square JPEG without metadata to `targetPath`. Transparent
 * pixels become white. Returns null if it cannot be decoded or has more than `megapixels`.
 */
export async function writePhoto(
  path: string,
  targetPath: string,
  limits: { readonly megapixels: number; readonly turns: Semaphore },
): Promise<{ readonly size: number; readonly side: number } | null> {
  const options = {
    limitInputPixels: limits.megapixels * 1_000_000,
    failOn: "error",
    animated: false,
  } as const;
  return limits.turns.run(async () => {
    const sharp = await loadDecoder();
    try {
      const { size } = await sharp(path, options)
        .timeout({ seconds: decodeTimeoutSeconds })
        .autoOrient()
        .resize({ width: photoSide, height: photoSide, fit: "cover" })
        .flatten({ background: "#ffffff" })
        .jpeg({ quality: 85 })
        .toFile(targetPath);
      return { size, side: photoSide };
    } catch {
      // The decoder's error does not matter.
      return null;
    }
  });
}

/**
 * Returns whether browsers may decode a picture: its header is readable and has at most this many
 * megapixels (CORE-062). Decodes nothing.
 */
export async function isDisplayable(path: string, megapixels: number): Promise<boolean> {
  const sharp = await loadDecoder();
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return width > 0 && height > 0 && width * height <= megapixels * 1_000_000;
  } catch {
    // The decoder's error does not matter.
    return false;
  }
}

/** Loaded with the first picture, because the library takes 100 ms to load. */
let loadedDecoder: Promise<typeof Sharp> | null = null;
function loadDecoder(): Promise<typeof Sharp> {
  return (loadedDecoder ??= import("sharp").then(({ default: sharp }) => {
    // One thread per picture and no cache. The semaphore limits how many pictures are decoded
    // concurrently.
    sharp.cache(false);
    sharp.concurrency(1);
    // Only these decoders of the library may process uploads.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map(
        (format) => `VipsForeignLoad${format}`,
      ),
    });
    return sharp;
  }));
}

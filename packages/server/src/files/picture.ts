import type { default as Sharp } from "sharp";
import type { Semaphore } from "./semaphore.ts";

/** Displayed size of an image in pixels. `thumb` is set if a thumbnail was written. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly thumb: { readonly bytes: number } | null;
}

/** Width of thumbnails in pixels (CORE-062, CH-061). */
const thumbWidth = 320;
/** Maximum height of thumbnails, so that very tall images stay within the limits of decoders. */
const thumbHeight = 4 * thumbWidth;
/** Maximum time to decode one image. */
const decodeTimeoutSeconds = 10;

/**
 * Reads the displayed size of an image. Writes a WebP thumbnail without metadata to `thumbPath` if
 * the image is wider than 320 px, or if not every browser shows its format. Returns null if it
 * cannot be decoded, or if it has more than `megapixels`. In the latter case it is never decoded
 * (CORE-062).
 */
export async function readPicture(
  path: string,
  thumbPath: string,
  limits: {
    readonly megapixels: number;
    readonly turns: Semaphore;
    /** Whether some browsers do not show the format. The image then gets a thumbnail. */
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
      // The limit in the decoder also counts the frames of animations.
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
      // An image that cannot be decoded is stored as a document, whatever the decoder's error is.
      return null;
    }
  });
}

/** Side length of a photo in pixels (CORE-157). */
const photoSide = 256;

/**
 * Writes the centre of an image to `targetPath`, as a square JPEG without metadata. Transparent
 * pixels become white. Returns null if the image cannot be decoded or has more than `megapixels`.
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
      // Every error of the decoder has the same meaning: the image cannot be decoded.
      return null;
    }
  });
}

/**
 * Returns whether browsers may decode an image: its header is readable, and it has at most this
 * many megapixels (CORE-062). Reads only the header.
 */
export async function isDisplayable(path: string, megapixels: number): Promise<boolean> {
  const sharp = await loadDecoder();
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return width > 0 && height > 0 && width * height <= megapixels * 1_000_000;
  } catch {
    // Every error of the decoder has the same meaning: the image cannot be decoded.
    return false;
  }
}

/** The library is loaded with the first image, because loading takes 100 ms. */
let loadedDecoder: Promise<typeof Sharp> | null = null;
function loadDecoder(): Promise<typeof Sharp> {
  return (loadedDecoder ??= import("sharp").then(({ default: sharp }) => {
    // Decoding uses one thread per image and no cache. The semaphore limits how many images are
    // decoded concurrently.
    sharp.cache(false);
    sharp.concurrency(1);
    // Only the following decoders of the library may process uploads.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map(
        (format) => `VipsForeignLoad${format}`,
      ),
    });
    return sharp;
  }));
}

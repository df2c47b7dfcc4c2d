import type { default as Sharp } from "sharp";
import type { Turns } from "./turns.ts";

/** What a picture is; `thumb`: one was written. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly thumb: { readonly bytes: number } | null;
}

/** CORE-062, CH-061. */
const thumbWidth = 320;
/** A strip of paper is not made longer than decoders take. */
const thumbHeight = 4 * thumbWidth;
/** Longest that one picture is worked on. */
const decodeSeconds = 10;

/**
 * The size of a picture as it is shown, and its thumbnail, WebP without metadata, written to `thumbPath` when it is wider than 320 px or of an odd kind.
 * Null: not a picture that can be decoded, or one of more than `megapixels`, which is never decoded (CORE-062).
 */
export async function readPicture(
  path: string,
  thumbPath: string,
  limits: {
    readonly megapixels: number;
    readonly turns: Turns;
    /** Not every browser shows it: it gets a thumbnail whatever its size. */
    readonly isOdd: boolean;
  },
): Promise<Picture | null> {
  const options = { limitInputPixels: limits.megapixels * 1_000_000, failOn: "error", animated: false } as const;
  return limits.turns.take(async () => {
    const sharp = await decoder();
    try {
      const { width, height } = (await sharp(path, options).metadata()).autoOrient;
      // The limit counts frames too.
      if (width === 0 || height === 0 || width * height > options.limitInputPixels) return null;
      if (!limits.isOdd && width <= thumbWidth && height <= thumbHeight) {
        await sharp(path, options).stats();
        return { width, height, thumb: null };
      }
      const made = await sharp(path, options)
        .timeout({ seconds: decodeSeconds })
        .autoOrient()
        .resize({ width: thumbWidth, height: thumbHeight, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toFile(thumbPath);
      return { width, height, thumb: { bytes: made.size } };
    } catch {
      // A broken picture is a document: whatever the decoder says of it changes nothing more.
      return null;
    }
  });
}

/** Pixels of a side of a photo (CORE-157). */
const photoSide = 256;

/**
 * Writes the middle of a picture as a square JPEG without metadata to `to`; transparent pixels become white. Null: not a picture that can be decoded, or one
 * of more than `megapixels`.
 */
export async function writePhoto(
  path: string,
  to: string,
  limits: { readonly megapixels: number; readonly turns: Turns },
): Promise<{ readonly size: number; readonly side: number } | null> {
  const options = { limitInputPixels: limits.megapixels * 1_000_000, failOn: "error", animated: false } as const;
  return limits.turns.take(async () => {
    const sharp = await decoder();
    try {
      const { size } = await sharp(path, options)
        .timeout({ seconds: decodeSeconds })
        .autoOrient()
        .resize({ width: photoSide, height: photoSide, fit: "cover" })
        .flatten({ background: "#ffffff" })
        .jpeg({ quality: 85 })
        .toFile(to);
      return { size, side: photoSide };
    } catch {
      // A broken picture: the reason of the decoder changes nothing.
      return null;
    }
  });
}

/** Whether a picture may be decoded by who is shown it: its head can be read, and tells at most so many megapixels (CORE-062). Nothing is decoded here. */
export async function isShowable(path: string, megapixels: number): Promise<boolean> {
  const sharp = await decoder();
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return width > 0 && height > 0 && width * height <= megapixels * 1_000_000;
  } catch {
    // A broken picture is none: whatever the decoder says of it changes nothing more.
    return false;
  }
}

/** Loaded with the first picture: a start does not wait for 100 ms of library. */
let loaded: Promise<typeof Sharp> | null = null;
function decoder(): Promise<typeof Sharp> {
  return (loaded ??= import("sharp").then(({ default: sharp }) => {
    // One thread per picture, nothing kept: `turns` bounds how many are decoded at once.
    sharp.cache(false);
    sharp.concurrency(1);
    // Of the decoders that come along only these ever see an upload.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: ["Jpeg", "Png", "Webp", "Nsgif", "Heif", "Tiff"].map((format) => `VipsForeignLoad${format}`) });
    return sharp;
  }));
}

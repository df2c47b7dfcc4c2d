import { Type, type Static } from "typebox";
import { Id } from "../entity/index.ts";

/** Uploads and remote media (API-071, CORE-060 – CORE-063). */

/** `type` is detected. Images have their size in pixels, and a thumbnail above 320 px. */
export const Upload = Type.Object({
  id: Id,
  name: Type.String(),
  /** Size in bytes. */
  size: Type.Integer({ minimum: 1 }),
  type: Type.String(),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Public URL that cannot be guessed (CORE-061). */
  url: Type.String(),
  thumb_url: Type.Optional(Type.String()),
});
export type Upload = Static<typeof Upload>;

/** Width of thumbnails in pixels (CORE-062, CH-061). */
export const thumbWidth = 320;

/**
 * `GET /media`: an image of an integrator that the server loads for the page (CORE-063). `photo` is
 * the file of a photo or sticker (25 MiB). `image` is a photo of an operator or bot, or a thumbnail
 * (1 MiB). Returns the bytes, or 404 if there is no such image.
 */
export const MediaQuery = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    kind: Type.Optional(Type.Union([Type.Literal("image"), Type.Literal("photo")])),
  },
  { additionalProperties: false },
);
export type MediaQuery = Static<typeof MediaQuery>;

import { Type, type Static } from "typebox";
import { Id } from "./entity.ts";

/** Uploads and remote media (API-071, CORE-060 – CORE-063). */

/** A stored file. `type` is that of the content, `name` display text. Images have a size in pixels, those wider than 320 px a thumbnail. */
export const Upload = Type.Object({
  id: Id,
  name: Type.String(),
  /** Bytes. */
  size: Type.Integer({ minimum: 1 }),
  type: Type.String(),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Public and unguessable (CORE-061). */
  url: Type.String(),
  thumb_url: Type.Optional(Type.String()),
});
export type Upload = Static<typeof Upload>;

/** Width of thumbnails (CORE-062, CH-061). */
export const thumbWidth = 320;

/**
 * `GET /media`: a picture that an integrator named, fetched by the server (CORE-063). `photo`: the file of a photo or sticker (25 MiB);
 * `image`, also without it: photos of people and bots, thumbnails (1 MiB). Answers the bytes, or 404 when there is no such picture.
 */
export const MediaQuery = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    kind: Type.Optional(Type.Union([Type.Literal("image"), Type.Literal("photo")])),
  },
  { additionalProperties: false },
);
export type MediaQuery = Static<typeof MediaQuery>;

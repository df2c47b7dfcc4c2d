import type { Media } from "../../entity.ts";

/** The fields of media that have no value. */
export const emptyMedia = {
  file: null,
  file_name: null,
  file_size: null,
  thumb: null,
  emoji: null,
  duration: null,
  width: null,
  height: null,
  performer: null,
  title: null,
  latitude: null,
  longitude: null,
} satisfies Omit<Media, "type">;

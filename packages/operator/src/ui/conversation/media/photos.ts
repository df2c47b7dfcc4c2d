import type { Media, Message } from "@parlour/protocol";
import { createContext } from "react";

/** Photos of the open conversation in order. The lightbox steps through them. */
export const PhotosContext = createContext<readonly Media[]>([]);

export function listPhotos(messages: readonly Message[]): readonly Media[] {
  return messages.flatMap(({ media }) =>
    media?.type === "photo" && media.file !== null ? [media] : [],
  );
}

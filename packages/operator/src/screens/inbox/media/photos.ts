import type { Media, Message } from "@parlour/protocol";
import { createContext } from "react";

/** The photos of the conversation that is open, in its order: one goes through them in the enlarged view. */
export const Photos = createContext<readonly Media[]>([]);

export function photosOf(messages: readonly Message[]): readonly Media[] {
  return messages.flatMap(({ media }) => (media?.type === "photo" && media.file !== null ? [media] : []));
}

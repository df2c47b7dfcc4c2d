import type { Media, Message } from "@parlour/protocol";
import { createElement } from "react";
import { createLazyValue, useLoadedValue } from "../loading/lazy-value.ts";
import { FileCard } from "./media/FileCard.tsx";

/** Parts that few messages need, and the texts of lines about actions. */
const lazyMessageParts = createLazyValue(() => import("./message-parts.ts"));

/** Returns the parts, or null until they are loaded, which begins with the first rendering. */
export const useLazyMessageParts = () => useLoadedValue(lazyMessageParts);

/** Shows the card of the file until the player is loaded. */
export function LazyPlayer(props: { media: Media; src: string }) {
  return createElement(useLazyMessageParts()?.Player ?? FileCard, props);
}

/** Shows nothing until the explanation is loaded. */
export function LazyRuleReason(props: { message: Message }) {
  const parts = useLazyMessageParts();
  return parts && createElement(parts.RuleReason, props);
}

/** Shows nothing until the line about the suggestion is loaded. */
export function LazySuggestionLine(props: { message: Message }) {
  const parts = useLazyMessageParts();
  return parts && createElement(parts.SuggestionLine, props);
}

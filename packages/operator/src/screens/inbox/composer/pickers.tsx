import { lazy, type ComponentType } from "react";
import type { Mode } from "../../../state/drafts.ts";
import type { Mark } from "./trigger.ts";
import type { PickerProps } from "./use-picker.ts";
import { fetchPart } from "../../../ui/fetch-part.ts";

/**
 * Pickers by the character that opens them, with the modes that offer them. Each is loaded when
 * first opened.
 */
export const pickers: Readonly<Partial<Record<Mark, { readonly modes: readonly Mode[]; readonly Picker: ComponentType<PickerProps> }>>> = {
  "/": {
    modes: ["text", "note"],
    Picker: lazy(() => fetchPart(() => import("../replies/ReplySuggest.tsx")).then((m) => ({ default: m.ReplySuggest }))),
  },
  "@": {
    modes: ["note"],
    Picker: lazy(() => fetchPart(() => import("../notes/MentionSuggest.tsx")).then((m) => ({ default: m.MentionSuggest }))),
  },
  ":": {
    modes: ["text", "note"],
    Picker: lazy(() => fetchPart(() => import("./emoji/EmojiSuggest.tsx")).then((m) => ({ default: m.EmojiSuggest }))),
  },
};

/** Returns the characters that open a picker in this mode. */
export function marksOf(mode: Mode): readonly Mark[] {
  return (Object.keys(pickers) as Mark[]).filter((mark) => pickers[mark]?.modes.includes(mode));
}

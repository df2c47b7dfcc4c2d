import { type ComponentType } from "react";
import type { DraftMode } from "../../../state/drafts/drafts.ts";
import type { TriggerCharacter } from "../picker/use-picker.ts";
import type { PickerProps } from "../picker/use-picker.ts";
import { lazyPart } from "../../../ui/loading/lazy-part.ts";

/** Pickers by the character that opens them, with their modes. Each is loaded when first opened. */
export const pickers: Readonly<
  Partial<
    Record<
      TriggerCharacter,
      { readonly modes: readonly DraftMode[]; readonly Picker: ComponentType<PickerProps> }
    >
  >
> = {
  "/": {
    modes: ["text", "note"],
    Picker: lazyPart(
      () => import("../replies/QuickReplySuggestions.tsx"),
      (module) => module.QuickReplySuggestions,
    ),
  },
  "@": {
    modes: ["note"],
    Picker: lazyPart(
      () => import("../notes/MentionSuggestions.tsx"),
      (module) => module.MentionSuggestions,
    ),
  },
  ":": {
    modes: ["text", "note"],
    Picker: lazyPart(
      () => import("./emoji/EmojiSuggestions.tsx"),
      (module) => module.EmojiSuggestions,
    ),
  },
};

/** Returns the characters that open a picker in this mode. */
export function listTriggerCharacters(mode: DraftMode): readonly TriggerCharacter[] {
  return (Object.keys(pickers) as TriggerCharacter[]).filter((character) =>
    pickers[character]?.modes.includes(mode),
  );
}

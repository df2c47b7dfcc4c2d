import { lazy, type ComponentType } from "react";
import type { DraftMode } from "../../../state/drafts/drafts.ts";
import type { TriggerCharacter } from "../picker/use-picker.ts";
import type { PickerProps } from "../picker/use-picker.ts";
import { loadChunk } from "../../../ui/loading/load-chunk.ts";

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
    Picker: lazy(() =>
      loadChunk(() => import("../replies/QuickReplySuggestions.tsx")).then((m) => ({
        default: m.QuickReplySuggestions,
      })),
    ),
  },
  "@": {
    modes: ["note"],
    Picker: lazy(() =>
      loadChunk(() => import("../notes/MentionSuggestions.tsx")).then((m) => ({
        default: m.MentionSuggestions,
      })),
    ),
  },
  ":": {
    modes: ["text", "note"],
    Picker: lazy(() =>
      loadChunk(() => import("./emoji/EmojiSuggestions.tsx")).then((m) => ({
        default: m.EmojiSuggestions,
      })),
    ),
  },
};

/** Returns the characters that open a picker in this mode. */
export function listTriggerCharacters(mode: DraftMode): readonly TriggerCharacter[] {
  return (Object.keys(pickers) as TriggerCharacter[]).filter((character) =>
    pickers[character]?.modes.includes(mode),
  );
}

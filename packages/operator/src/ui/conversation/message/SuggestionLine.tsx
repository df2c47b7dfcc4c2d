import type { Message } from "@parlour/protocol";
import { IconSparkles } from "@tabler/icons-react";
import { Icon } from "../../Icon.tsx";
import { t } from "./suggestion-text.ts";

/** Says that a message comes from a suggestion of the model, for the team only (ASSIST-050). */
export function SuggestionLine({ message: { suggestion } }: { readonly message: Message }) {
  if (!suggestion) return null;
  const { changed, model } = suggestion;
  return (
    <p className="line4 t12 faint suggestedby">
      <Icon of={IconSparkles} small />
      {t(changed ? "suggestion.changed" : "suggestion.unchanged", { model })}
    </p>
  );
}

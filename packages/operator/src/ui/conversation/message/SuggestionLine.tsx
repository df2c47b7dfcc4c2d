import type { Message } from "@parlour/protocol";
import { IconLanguage, IconSparkles } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../Button.tsx";
import { Icon } from "../../Icon.tsx";
import { t } from "./suggestion-text.ts";

/** Says what the model did for a message, for the team only (ASSIST-050, ASSIST-056). */
export function SuggestionLine({ message }: { readonly message: Message }) {
  const { suggestion, original } = message;
  return (
    <>
      {suggestion && (
        <p className="line4 t12 faint">
          <Icon of={IconSparkles} small />
          {t(suggestion.changed ? "suggestion.changed" : "suggestion.unchanged", {
            model: suggestion.model,
          })}
        </p>
      )}
      {original !== undefined && <OriginalLine original={original} />}
    </>
  );
}

function OriginalLine({ original }: { readonly original: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <p className="line4 t12 faint">
        <Icon of={IconLanguage} small />
        {t("original.translated")}
        <Button variant="text" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {t(isShown ? "original.hide" : "original.show")}
        </Button>
      </p>
      {isShown && (
        <p className="t13 soft freetext" dir="auto">
          {original}
        </p>
      )}
    </>
  );
}

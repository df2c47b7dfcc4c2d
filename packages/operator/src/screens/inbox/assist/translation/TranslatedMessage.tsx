import "../assist.css";
import type { Message } from "@parlour/protocol";
import { IconLanguage } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { i18n } from "../../../../text/index.ts";
import { getLanguageName } from "../../../../text/language-name.ts";
import { getAssistFailure } from "../../../../ui/assist/describe-failure.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Icon } from "../../../../ui/Icon.tsx";
import { t } from "./text.ts";
import {
  isTranslatedAutomatically,
  requestTranslation,
  useIsChatTranslated,
  useMessageTranslation,
} from "./translation-state.ts";

/** Shows below a message of the customer what it says in the language of the screen. */
export function TranslatedMessage({ message }: { readonly message: Message }) {
  const isOn = useIsChatTranslated(message.chat_id);
  const isReadable =
    message.text.trim() !== "" && message.erased === undefined && message.deleted_at === undefined;
  return isOn && isReadable && message.author.kind === "visitor" ? (
    <TranslatedText message={message} />
  ) : null;
}

function TranslatedText({ message }: { readonly message: Message }) {
  const translation = useMessageTranslation(message);
  const [isHidden, setHidden] = useState(false);
  const isMissing = translation === undefined;
  useEffect(() => {
    if (isMissing) requestTranslation(message);
  }, [isMissing, message]);
  if (translation === undefined || translation.phase === "working")
    // Most messages are in a language that the operator reads.
    return isTranslatedAutomatically(message.chat_id) ? null : (
      <p className="translation faint">{t("translation.working")}</p>
    );
  if (translation.phase === "failed")
    return (
      <p className="translation">
        {t("translation.failed")} {getAssistFailure(translation.error)}{" "}
        <Button variant="text" onClick={() => requestTranslation(message)}>
          {t("assist.retry")}
        </Button>
      </p>
    );
  const { text, from } = translation;
  if (from === i18n.locale || text === message.text) return null;
  return (
    <div className="translation">
      {!isHidden && (
        <p className="translationtext" dir="auto" lang={i18n.locale}>
          {text}
        </p>
      )}
      <p className="t12">
        <Icon of={IconLanguage} small />
        {from === null
          ? t("translation.unknown")
          : t("translation.from", { language: getLanguageName(from) })}
        <Button variant="text" onClick={() => setHidden(!isHidden)}>
          {t(isHidden ? "translation.show" : "translation.hide")}
        </Button>
      </p>
    </div>
  );
}

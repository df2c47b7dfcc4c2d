// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { Avatar } from "../../../ui/badges.tsx";
import { SuggestionList } from "../picker/SuggestionList.tsx";
import type { PickerProps } from "../picker/use-picker.ts";
import { searchMentionable } from "../../../ui/conversation/rich-text/mentions.ts";
import { t } from "./text.ts";
import { useMentionableOperators } from "./use-mentionable-operators.ts";

const maxSuggestions = 8;

/** Picker that `@iv` opens in a note: operators who can be mentioned in this chat. */
export function MentionSuggestions({ composer, trigger, ...rest }: PickerProps) {
  const { operators, isLoaded } = useMentionableOperators(composer.chat, composer.me, true);
  const matches = searchMentionable(operators, trigger.query, maxSuggestions);
  if (isLoaded && operators.length === 0)
    return (
      <div className="suggest float">
        <p className="t13 soft pad" role="status">
          {t("mention.nobody")}
        </p>
      </div>
    );
  return (
    <SuggestionList
      {...rest}
      label={t("mention.list")}
      onPick={(id) => {
        const picked = matches.find((operator) => String(operator.id) === id);
        if (picked) composer.replace(trigger.from, trigger.to, `@${picked.name} `);
      }}
      items={matches.map((operator) => ({
        id: String(operator.id),
        node: (
          <>
            <Avatar name={operator.name} photo={operator.photo ?? ""} size={20} />
            <span className="grow cut" dir="auto">
              {operator.name}
            </span>
            <span className="faint line4">
              <span
                className={`dot ${operator.presence === "away" ? "away" : operator.presence === "offline" ? "off" : ""}`}
              />
              {t(`mention.${operator.presence}`)}
            </span>
          </>
        ),
      }))}
    />
  );
}

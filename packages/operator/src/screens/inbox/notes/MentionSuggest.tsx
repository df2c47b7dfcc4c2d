// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import { Avatar } from "../../../ui/marks.tsx";
import { SuggestList } from "../composer/SuggestList.tsx";
import type { PickerProps } from "../composer/use-picker.ts";
import { findColleagues } from "./mentions.ts";
import { t } from "./text.ts";
import { useColleagues } from "./use-colleagues.ts";

const most = 8;

/** Picker opened by `@iv` in a note: operators who can be mentioned in this chat. */
export function MentionSuggest({ writing, trigger, ...rest }: PickerProps) {
  const { colleagues, known } = useColleagues(writing.chat, writing.me, true);
  const found = findColleagues(colleagues, trigger.query, most);
  if (known && colleagues.length === 0)
    return (
      <div className="suggest float">
        <p className="t13 soft pad" role="status">
          {t("mention.nobody")}
        </p>
      </div>
    );
  return (
    <SuggestList
      {...rest}
      label={t("mention.list")}
      onPick={(id) => {
        const picked = found.find((one) => String(one.id) === id);
        if (picked) writing.replace(trigger.from, trigger.to, `@${picked.name} `);
      }}
      items={found.map((one) => ({
        id: String(one.id),
        node: (
          <>
            <Avatar name={one.name} photo={one.photo ?? ""} size={20} />
            <span className="grow cut" dir="auto">
              {one.name}
            </span>
            <span className="faint line4">
              <span className={`dot ${one.presence === "away" ? "away" : one.presence === "offline" ? "off" : ""}`} />
              {t(`mention.${one.presence}`)}
            </span>
          </>
        ),
      }))}
    />
  );
}

import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { defineTexts } from "../../../../text/index.ts";
import { useQuery } from "@tanstack/react-query";
import { EmojiPicker, type EmojiPickerListComponents } from "frimousse";
import { usePreferences } from "../../../../state/browser/preferences.ts";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { emojiData } from "./emoji-data.ts";

/** Apart from the texts of the composer, which every first load needs. */
const t = defineTexts({
  en: {
    "emoji.title": "Choose an emoji",
    "emoji.failed": "Emoji could not be loaded. Connect once to download them.",
    "emoji.loading": "Loading emoji",
    "emoji.search": "Search emoji",
    "emoji.none": "No emoji found",
    "emoji.tone": "Change the skin tone",
  },
  ru: {
    "emoji.title": "Выберите эмодзи",
    "emoji.failed": "Эмодзи не загрузились. Один раз нужна связь, чтобы их скачать.",
    "emoji.loading": "Эмодзи загружаются",
    "emoji.search": "Поиск эмодзи",
    "emoji.none": "Ничего не найдено",
    "emoji.tone": "Сменить цвет кожи",
  },
});

/** Shows all emoji in a popover above its button. Esc or a press outside closes it. */
export function EmojiPopover(props: {
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onPick: (emoji: string) => void;
}) {
  const { button, onClose, onPick } = props;
  return (
    <Popover
      className="popover float emojipop"
      triggerRef={button}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="top start"
      offset={4}
    >
      <Dialog className="dialog" aria-label={t("emoji.title")}>
        <EmojiPanel onPick={onPick} />
      </Dialog>
    </Popover>
  );
}

/** The library counts rows and columns from 0, but WAI-ARIA counts from 1. */
const listComponents: Partial<EmojiPickerListComponents> = {
  Row: ({ children, ...props }) => (
    <div {...props} aria-rowindex={toOneBased(props["aria-rowindex"])}>
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...props }) => (
    // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- the library makes it a cell of a grid.
    <button type="button" {...props} aria-colindex={toOneBased(props["aria-colindex"])}>
      {emoji.emoji}
    </button>
  ),
};

const toOneBased = (index: number | undefined): number | undefined =>
  index === undefined ? undefined : index + 1;

/** Shows all emoji with a search field. Arrow keys move, Enter selects. */
function EmojiPanel({ onPick }: { onPick: (emoji: string) => void }) {
  const { locale } = usePreferences();
  const { data, error, refetch } = useQuery({
    queryKey: ["emoji", locale],
    queryFn: () => emojiData(locale),
    staleTime: Infinity,
  });
  if (error)
    return (
      <ErrorMessage error={error} onRetry={() => void refetch()}>
        {t("emoji.failed")}
      </ErrorMessage>
    );
  if (!data) return <p className="soft t13">{t("emoji.loading")}</p>;
  return (
    <EmojiPicker.Root
      className="emojis"
      locale={locale}
      columns={8}
      resolveEmojiData={() => data}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <EmojiPicker.Search
        className="input"
        aria-label={t("emoji.search")}
        placeholder={t("emoji.search")}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the popover is a separate dialog, opened by a press.
        autoFocus
      />
      <EmojiPicker.Viewport className="emojiview">
        <EmojiPicker.Loading className="soft t13">{t("emoji.loading")}</EmojiPicker.Loading>
        <EmojiPicker.Empty className="soft t13">{t("emoji.none")}</EmojiPicker.Empty>
        <EmojiPicker.List components={listComponents} />
      </EmojiPicker.Viewport>
      <div className="line emojifoot">
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => (
            <span className="t13 soft grow cut">
              {emoji ? `${emoji.emoji} ${emoji.label}` : ""}
            </span>
          )}
        </EmojiPicker.ActiveEmoji>
        <EmojiPicker.SkinToneSelector className="btn quiet small" aria-label={t("emoji.tone")} />
      </div>
    </EmojiPicker.Root>
  );
}

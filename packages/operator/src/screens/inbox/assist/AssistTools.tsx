import "./assist.css";
import {
  IconArchive,
  IconCheck,
  IconLanguage,
  IconMinus,
  IconMoodSmile,
  IconPencil,
  IconSparkles,
} from "@tabler/icons-react";
import type { RewriteMode } from "@parlour/protocol/api";
import { useRef, useState, type KeyboardEvent } from "react";
import { Header, Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import { useLiveState } from "../../../state/live-context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useHasModel } from "../../../ui/assist/use-has-model.ts";
import { getVisitorName } from "../../../ui/chat/visitor-name.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { useCommands } from "../../../ui/keyboard/commands.ts";
import type { ComposerApi } from "../picker/composer-api.ts";
import { requestArchiveAnswer, requestChatSummary, requestRewrite } from "./request-draft.ts";
import { t } from "./text.ts";
import { maxRewriteLength, useAssist, useFieldKeys } from "./use-assist.ts";

/** Buttons of the composer that ask the model: a reply, or another wording of the text. */
export function AssistTools({ composer }: { readonly composer: ComposerApi }) {
  const { field, me, mode, text } = composer;
  // Without a model, there is a translation server, which only translates.
  const hasModel = useHasModel(me);
  const assist = useAssist(composer);
  const isOffline = useLiveState((state) => state.connection.kind === "offline");
  const [rewrite, setRewrite] = useState<TextRange | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isReply = mode === "text";
  const hasText = text.trim() !== "";
  const unavailable = isOffline && t("assist.offline");
  const suggest = () => {
    if (!isOffline) assist.suggest();
  };
  const askArchive = () => {
    if (!isOffline) requestArchiveAnswer(assist.chat);
  };
  const openRewrites = () => {
    const area = field.current;
    if (area && hasText && !isOffline) setRewrite(readSelection(area));
  };
  useAssistShortcuts(composer, {
    suggest: hasModel ? suggest : null,
    rewrite: hasText ? openRewrites : null,
    summarize: hasModel ? () => requestChatSummary(assist.chat) : null,
    askArchive: hasModel ? askArchive : null,
  });
  if (!isReply || (!hasText && !hasModel)) return null;
  const tooLong = rewrite === null && text.length > maxRewriteLength && t("rewrite.long");
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        className="assistbutton"
        icon={hasText ? IconPencil : IconSparkles}
        title={
          hasText
            ? `${t("rewrite.button")}  Ctrl Shift R`
            : `${t("assist.suggest.cmd")}  Ctrl Space`
        }
        aria-keyshortcuts={hasText ? "Control+Shift+R" : "Control+Space"}
        aria-haspopup={hasText ? "menu" : undefined}
        unavailable={unavailable || (hasText && tooLong)}
        onClick={hasText ? openRewrites : suggest}
      >
        <span className="assistlabel">{t(hasText ? "rewrite.button" : "assist.suggest")}</span>
      </Button>
      {rewrite !== null && (
        <RewriteMenu
          anchor={button}
          range={rewrite}
          hasModel={hasModel}
          onSuggest={suggest}
          onRewrite={(chosen) => requestRewrite(assist.chat, chosen, rewrite.text)}
          onClose={() => {
            setRewrite(null);
            field.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface AssistActions {
  /** Null without a model. */
  readonly suggest: (() => void) | null;
  /** Null without a text. */
  readonly rewrite: (() => void) | null;
  /** Null without a model. */
  readonly summarize: (() => void) | null;
  readonly askArchive: (() => void) | null;
}

/** Adds the keys of the field and the commands of the palette. */
function useAssistShortcuts(
  { chat, field, mode }: ComposerApi,
  { suggest, rewrite, summarize, askArchive }: AssistActions,
): void {
  const isReply = mode === "text";
  useFieldKeys(field, (event) => {
    if (!isReply || !event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.code === "Space" && !event.shiftKey && suggest !== null) suggest();
    else if (event.code === "KeyR" && event.shiftKey && rewrite !== null) rewrite();
    else return false;
    return true;
  });
  useCommands(() => [
    {
      title: getVisitorName(chat),
      kind: "chat",
      isAddition: true,
      commands: [
        ...(isReply && suggest !== null
          ? [
              {
                id: "suggest",
                label: t("assist.suggest.cmd"),
                icon: IconSparkles,
                keys: "Ctrl Space",
                run: suggest,
              },
            ]
          : []),
        ...(summarize === null
          ? []
          : [{ id: "summary", label: t("summary.cmd"), icon: IconSparkles, run: summarize }]),
        ...(askArchive === null
          ? []
          : [{ id: "archive", label: t("archive.cmd"), icon: IconArchive, run: askArchive }]),
      ],
    },
  ]);
}

interface TextRange {
  readonly text: string;
  readonly isSelection: boolean;
}
/** Returns the selected text, or the whole text. */
function readSelection({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextRange {
  const selected = value.slice(selectionStart, selectionEnd);
  return selected.trim() === ""
    ? { text: value, isSelection: false }
    : { text: selected, isSelection: true };
}

const modeIcons = {
  corrected: IconCheck,
  friendlier: IconMoodSmile,
  shorter: IconMinus,
  customer_language: IconLanguage,
} as const;
const modes = Object.keys(modeIcons) as RewriteMode[];
const translationModes: readonly RewriteMode[] = ["customer_language"];

interface RewriteMenuProps {
  readonly anchor: { readonly current: HTMLButtonElement | null };
  readonly range: TextRange;
  readonly hasModel: boolean;
  readonly onRewrite: (mode: RewriteMode) => void;
  readonly onSuggest: () => void;
  readonly onClose: () => void;
}

/** Menu of wordings. A digit chooses its entry. */
function RewriteMenu({ anchor, range, hasModel, onRewrite, onSuggest, onClose }: RewriteMenuProps) {
  const shownModes = hasModel ? modes : translationModes;
  const title = t(range.isSelection ? "rewrite.menu.selection" : "rewrite.menu");
  const choose = (id: string) => {
    onClose();
    if (id === "suggest") onSuggest();
    else onRewrite(id as RewriteMode);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const mode = shownModes[Number(event.key) - 1];
    if (mode === undefined) return;
    // Otherwise the digit would open a view of the inbox, because the menu closes.
    event.preventDefault();
    choose(mode);
  };
  return (
    <Popover
      className="popover float"
      aria-label={title}
      triggerRef={anchor}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="top start"
      offset={4}
    >
      <div onKeyDownCapture={onKeyDown} role="presentation">
        <Menu
          className="menulist"
          aria-label={title}
          // Moves the focus into the menu when it opens (WAI-ARIA menu button).
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- see above
          autoFocus="first"
          onAction={(key) => choose(String(key))}
        >
          <MenuSection className="menusection">
            <Header className="cap">{title}</Header>
            {shownModes.map((mode, index) => (
              <MenuItem key={mode} id={mode} className="menuitem" textValue={t(`rewrite.${mode}`)}>
                <Icon of={modeIcons[mode]} />
                <span className="grow">{t(`rewrite.${mode}`)}</span>
                <kbd>{index + 1}</kbd>
              </MenuItem>
            ))}
          </MenuSection>
          {hasModel && (
            <MenuSection className="menusection" aria-label={t("assist.suggest.cmd")}>
              <MenuItem id="suggest" className="menuitem" textValue={t("assist.suggest.cmd")}>
                <Icon of={IconSparkles} />
                <span className="grow">{t("assist.suggest.cmd")}</span>
                <kbd>Ctrl Space</kbd>
              </MenuItem>
            </MenuSection>
          )}
        </Menu>
      </div>
    </Popover>
  );
}

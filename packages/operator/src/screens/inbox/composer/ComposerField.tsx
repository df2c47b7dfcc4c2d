import {
  Suspense,
  useRef,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
} from "react";
import type { ChatPermission } from "../../../state/live-state.ts";
import { t } from "../text.ts";
import { pickers } from "./pickers.tsx";
import type { usePicker } from "../picker/use-picker.ts";
import type { ComposerApi } from "../picker/composer-api.ts";

interface ComposerFieldProps {
  composer: ComposerApi;
  picker: ReturnType<typeof usePicker>;
  permission: ChatPermission;
  /** Id of the tab panel. The id of the picker's list is derived from this id. */
  id: string;
  describedBy: string;
  onText: (text: string) => void;
  /** Called for each key, except while an input method composes text. */
  onKey: (event: KeyboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  onLeave: () => void;
}

/** The text field of the composer, and its picker, which handles keys first. */
export function ComposerField({
  composer,
  picker,
  permission,
  id,
  describedBy,
  onText,
  onKey,
  onPaste,
  onLeave,
}: ComposerFieldProps) {
  const { mode, text, field } = composer;
  const composing = useRef(false);
  useAutoHeight(field, text);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (!picker.handleKey(event)) {
      onKey(event);
      return;
    }
    event.preventDefault();
    // Esc has closed the picker. No other handler may react to this key.
    event.stopPropagation();
  };
  return (
    <div
      id={id}
      role="tabpanel"
      aria-label={mode === "note" ? t("composer.note") : t("composer.reply")}
    >
      <OpenPicker {...{ picker, composer }} listId={`${id}-list`} />
      <textarea
        ref={field}
        dir="auto"
        rows={2}
        value={text}
        aria-label={mode === "note" ? t("composer.note.message") : t("composer.message")}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-controls={picker.active === null ? undefined : `${id}-list`}
        aria-activedescendant={picker.active ?? undefined}
        spellCheck
        enterKeyHint="send"
        placeholder={placeholderText(mode, permission)}
        onChange={(event) => {
          onText(event.target.value);
          if (!composing.current) picker.update();
        }}
        onKeyDown={onKeyDown}
        onSelect={picker.update}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={() => {
          composing.current = false;
        }}
        onPaste={onPaste}
        onBlur={onLeave}
        data-composer
        data-pane-focus
      />
    </div>
  );
}

function placeholderText(mode: ComposerApi["mode"], permission: ChatPermission): string {
  if (mode === "note") return t("composer.note.placeholder");
  return permission === "take" ? t("composer.take") : t("composer.placeholder");
}

/** The picker that a character before the caret opened, above the field. */
export function OpenPicker({
  picker,
  composer,
  listId,
}: {
  picker: ReturnType<typeof usePicker>;
  composer: ComposerApi;
  listId: string;
}) {
  const { trigger } = picker;
  const Picker = trigger && pickers[trigger.character]?.Picker;
  if (!Picker) return null;
  return (
    <Suspense fallback={null}>
      <Picker
        key={trigger.character}
        {...{ composer, trigger, listId }}
        onKeyHandler={picker.onKeyHandler}
        onActive={picker.setActive}
        onClose={picker.close}
      />
    </Suspense>
  );
}

/** Resizes the field to fit its text, up to 40 % of the conversation's height. */
function useAutoHeight(
  field: { readonly current: HTMLTextAreaElement | null },
  text: string,
): void {
  useLayoutEffect(() => {
    if (field.current) updateHeight(field.current);
  }, [field, text]);
  useEffect(() => {
    const update = () => {
      if (field.current) updateHeight(field.current);
    };
    window.addEventListener("resize", update);
    return () => window.removeEventListener("resize", update);
  }, [field]);
}
function updateHeight(area: HTMLTextAreaElement): void {
  area.style.blockSize = "auto";
  // Measuring an empty field would force a layout on every chat switch.
  if (area.value === "") {
    area.style.overflowY = "hidden";
    return;
  }
  const maxHeight = (area.closest(".conversation")?.clientHeight ?? 600) * 0.4;
  area.style.blockSize = `${Math.min(area.scrollHeight, maxHeight)}px`;
  area.style.overflowY = area.scrollHeight > maxHeight ? "auto" : "hidden";
}

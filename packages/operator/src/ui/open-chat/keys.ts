import { flushSync } from "react-dom";
import { appendToDraft, getDraft, setDraft, type DraftMode } from "../../state/drafts/drafts.ts";

/**
 * Keeps what is typed for a chat whose composer is not on the screen yet. The field exists on every
 * screen, so that the focus can move to it at the press.
 */
let catcher: HTMLInputElement | null = null;
let awaited: number | null = null;
let isComposing = false;

/** Registers the field. Returns the function that removes it. */
export function registerKeyCatcher(field: HTMLInputElement): () => void {
  catcher = field;
  const onStart = () => void (isComposing = true);
  const onEnd = () => {
    isComposing = false;
    window.dispatchEvent(new Event(keysReadyEvent));
  };
  field.addEventListener("compositionstart", onStart);
  field.addEventListener("compositionend", onEnd);
  return () => {
    catcher = null;
    field.removeEventListener("compositionstart", onStart);
    field.removeEventListener("compositionend", onEnd);
  };
}
/** The input method has finished, so that the composer can take over. */
export const keysReadyEvent = "parlour:keys";

/** Focuses the composer of a chat, or the field that waits for it. */
export function focusComposer(chatId: number): void {
  const composer = document.querySelector<HTMLTextAreaElement>(
    `section.conversation[data-chat="${chatId}"] textarea[data-composer]`,
  );
  if (composer) {
    awaited = null;
    composer.focus();
    return;
  }
  awaited = chatId;
  if (catcher) catcher.value = "";
  catcher?.focus();
}

/** Gives the kept text and the focus to the composer of the chat for which it was typed. */
export function takeOverKeys(
  composer: HTMLTextAreaElement,
  {
    operatorId,
    chatId,
    mode,
  }: { readonly operatorId: number; readonly chatId: number; readonly mode: DraftMode },
): void {
  if (awaited !== chatId || isComposing) return;
  const text = catcher?.value ?? "";
  const hasFocus = document.activeElement === catcher;
  releaseKeys();
  if (text !== "")
    flushSync(() =>
      setDraft(operatorId, chatId, mode, `${getDraft(operatorId, chatId, mode)}${text}`),
    );
  if (!hasFocus) return;
  composer.focus();
  composer.setSelectionRange(composer.value.length, composer.value.length);
}

/** Ends the wait for a chat without a composer. What was typed stays as its draft. */
export function endKeys(operator: number, chat: number): void {
  if (awaited !== chat || isComposing) return;
  const text = catcher?.value ?? "";
  if (text !== "") appendToDraft(operator, chat, text);
  const hasFocus = document.activeElement === catcher;
  releaseKeys();
  if (hasFocus) catcher?.blur();
}

function releaseKeys(): void {
  awaited = null;
  if (catcher) catcher.value = "";
}

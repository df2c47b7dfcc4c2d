import { flushSync } from "react-dom";
import { appendToDraft, getDraft, setDraft, type DraftMode } from "../../state/drafts/drafts.ts";

/**
 * Keeps what is typed for a chat whose composer is not on the screen yet. The field exists on every
 * screen, so that the focus can move to it at the press.
 */
let catcher: HTMLInputElement | null = null;
/** The chat, or the next one that waits, which is not known yet (CORE-473). */
let awaited: number | "next" | null = null;
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
    if (awaited === chatId) window.dispatchEvent(new Event(keysReadyEvent));
    if (awaited === chatId && isComposing) return;
    awaited = null;
    composer.focus();
    return;
  }
  if (catcher && awaited !== chatId) catcher.value = "";
  awaited = chatId;
  catcher?.focus();
}

/** What is typed while it is not known which chat opens. */
export interface BufferedKeys {
  /** Whether the operator has moved the focus or opened a chat, so that nothing opens for them. */
  readonly isLeft: () => boolean;
  /** The chat is known, and is opened now. */
  readonly giveTo: (chatId: number) => void;
  /** No chat opens. Returns what was typed, and moves the focus back. */
  readonly end: () => string;
}

/**
 * Keeps what is typed from now on away from the composer on the screen. null: it does so already.
 */
export function bufferKeys(): BufferedKeys | null {
  const before = document.activeElement;
  if (catcher === null || (awaited === "next" && before === catcher)) return null;
  releaseKeys();
  awaited = "next";
  catcher.focus();
  return {
    isLeft: () => awaited !== "next" || document.activeElement !== catcher,
    giveTo: (chatId) => void (awaited = chatId),
    end() {
      catcher?.blur();
      const text = catcher?.value ?? "";
      releaseKeys();
      if (before instanceof HTMLElement) before.focus();
      return text;
    },
  };
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

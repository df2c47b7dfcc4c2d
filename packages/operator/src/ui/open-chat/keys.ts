import { useLayoutEffect, type RefObject } from "react";
import { flushSync } from "react-dom";
import { appendToDraft, getDraft, setDraft, type DraftMode } from "../../state/drafts/drafts.ts";

/**
 * Keeps what is typed for a chat whose composer is not on the screen yet. The field exists on every
 * screen, so that the focus can move to it at the press.
 */
let catcher: HTMLInputElement | null = null;
/** The chat, or the next one that waits, which is not known yet (CORE-473). */
let awaited: number | "next" | null = null;
/** The operator who types for a chat that is known. */
let typist = 0;
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
    releaseKeys();
    catcher = null;
    isComposing = false;
    field.removeEventListener("compositionstart", onStart);
    field.removeEventListener("compositionend", onEnd);
  };
}
/** The input method has finished, so that the composer can take over. */
const keysReadyEvent = "parlour:keys";

/**
 * Focuses the composer of a chat, or the field that waits for it. What the field has for another
 * chat stays as the draft of that chat.
 */
export function focusComposer(operatorId: number, chatId: number): void {
  const composer = document.querySelector<HTMLTextAreaElement>(
    `section.conversation[data-chat="${chatId}"] textarea[data-composer]`,
  );
  if (composer) {
    if (awaited === chatId) window.dispatchEvent(new Event(keysReadyEvent));
    if (awaited === chatId && isComposing) return;
    releaseKeys();
    composer.focus();
    return;
  }
  if (awaited !== chatId) releaseKeys();
  awaited = chatId;
  typist = operatorId;
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
 * Keeps what is typed from now on away from the composer on the screen. Returns null if an earlier
 * call does so already, or if no screen is mounted.
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

/** The composer of a chat, and what it writes. */
interface ComposerTarget {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly operatorId: number;
  readonly chatId: number;
  readonly mode: DraftMode;
}

/** Takes what was typed for the chat before its composer was on the screen (CORE-471). */
export function useCaughtKeys({ field, operatorId, chatId, mode }: ComposerTarget): void {
  useLayoutEffect(() => {
    const takeOver = () => takeOverKeys({ field, operatorId, chatId, mode });
    takeOver();
    window.addEventListener(keysReadyEvent, takeOver);
    return () => window.removeEventListener(keysReadyEvent, takeOver);
  }, [operatorId, chatId, mode, field]);
}

/** Gives the kept text and the focus to the composer of the chat for which it was typed. */
function takeOverKeys({ field, operatorId, chatId, mode }: ComposerTarget): void {
  const composer = field.current;
  if (composer === null || awaited !== chatId || isComposing) return;
  const text = catcher?.value ?? "";
  const hasFocus = document.activeElement === catcher;
  if (catcher) catcher.value = "";
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
export function endKeys(chatId: number): void {
  if (awaited !== chatId || isComposing) return;
  const hasFocus = document.activeElement === catcher;
  releaseKeys();
  if (hasFocus) catcher?.blur();
}

/** Ends the wait. What was typed for a chat that is known stays as its draft. */
function releaseKeys(): void {
  const text = catcher?.value ?? "";
  if (typeof awaited === "number" && text !== "") appendToDraft(typist, awaited, text);
  awaited = null;
  if (catcher) catcher.value = "";
}

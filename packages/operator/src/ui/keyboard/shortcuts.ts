import { useLayoutEffect } from "react";
import { browserClock } from "../../state/clock.ts";
import { getPreferences } from "../../state/browser/preferences.ts";
import { useLatest } from "./use-latest.ts";

/**
 * Handlers of shortcuts by key name: `j`, `shift+j`, `mod+k` (Ctrl, or Command on a Mac),
 * `mod+shift+enter`, `escape`, `g i` (one after the other). If a handler returns false, the next
 * lower layer or the browser handles the key.
 */
export type ShortcutMap = Readonly<Record<string, () => void | boolean>>;

interface ShortcutLayer {
  current: ShortcutMap;
}
const layers: ShortcutLayer[] = [];
let prefix: string | null = null;
let cancelPrefixTimer: (() => void) | null = null;
const prefixTimeoutMs = 1500;

/** Registers shortcuts while the component is mounted. The layer mounted last has priority. */
export function useShortcuts(keys: ShortcutMap): void {
  const layer = useLatest(keys);
  useLayoutEffect(() => {
    const ownLayer: ShortcutLayer = layer;
    layers.push(ownLayer);
    if (layers.length === 1) window.addEventListener("keydown", handleKeyDown);
    return () => {
      layers.splice(layers.indexOf(ownLayer), 1);
      if (layers.length === 0) window.removeEventListener("keydown", handleKeyDown);
    };
  }, [layer]);
}

/** Closes the parts of the page that the operator has opened and that are loading. */
const pendingParts: (() => void)[] = [];

/**
 * While a part that the operator has opened is loading, single keys are not shortcuts, because they
 * are meant for the part. Escape calls `close`.
 */
export function usePendingPart(isPending: boolean, close: () => void): void {
  const latestClose = useLatest(close);
  useLayoutEffect(() => {
    if (!isPending) return;
    const closePart = () => latestClose.current();
    pendingParts.push(closePart);
    return () => void pendingParts.splice(pendingParts.indexOf(closePart), 1);
  }, [isPending, latestClose]);
}

/** The fields of a keyboard event that identify its key. */
export interface KeyboardEventLike {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const punctuationCodes: Readonly<Record<string, string>> = {
  Slash: "/",
  BracketRight: "]",
  BracketLeft: "[",
};

/**
 * Returns the name of a key by its Latin letter, or else by its position, so that shortcuts work
 * with a Cyrillic layout. Null with Alt, which is used for text navigation and layout switches.
 */
export function getKeyName(event: KeyboardEventLike): string | null {
  if (event.altKey) return null;
  const base = toBaseKey(event);
  if (base === null) return null;
  const mod = event.ctrlKey || event.metaKey ? "mod+" : "";
  // `?` requires Shift on most layouts, so its name does not include `shift+`.
  const shift = event.shiftKey && base !== "?" ? "shift+" : "";
  return `${mod}${shift}${base}`;
}

function toBaseKey(event: KeyboardEventLike): string | null {
  if (event.key.length > 1) return event.key.toLowerCase();
  if (event.key === "?" || /^[a-z0-9/\][]$/i.test(event.key)) return event.key.toLowerCase();
  if (event.shiftKey && event.code === "Slash") return "?";
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(event.code)?.[1];
  return letter ? letter.toLowerCase() : (punctuationCodes[event.code] ?? null);
}

/** Returns whether letters typed in this element are text. */
export function isEditable(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (
    target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  )
    return true;
  return (
    target instanceof HTMLInputElement &&
    !["checkbox", "radio", "button", "submit"].includes(target.type)
  );
}

function handleKeyDown(event: KeyboardEvent): void {
  // The keyCode 229 means that an input method handles the key.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  const name = getKeyName(event);
  if (name === null || ["shift", "control", "meta", "alt"].includes(name)) return;
  const hasNoModifier = !name.startsWith("mod+");
  const isLetter = hasNoModifier && /(?:^|\+)(?:[a-z0-9?/\][])$/.test(name);
  if (isLetter && (isEditable(event.target) || !getPreferences().shortcuts)) return;
  if (hasNoModifier && passToPart(name)) return;
  const chord = prefix === null ? name : `${prefix} ${name}`;
  setPrefix(null);
  if (runShortcut(chord) || (chord !== name && runShortcut(name))) {
    event.preventDefault();
    return;
  }
  if (name === "g" && !isEditable(event.target)) setPrefix("g");
}

/** Returns whether a dialog or menu gets the key, which handles keys itself, or is loading. */
function passToPart(name: string): boolean {
  if (document.querySelector(".overlay, .popover")) return true;
  const closePart = pendingParts.at(-1);
  if (name === "escape") closePart?.();
  return closePart !== undefined;
}

function runShortcut(name: string): boolean {
  for (const layer of layers.toReversed()) {
    const handler = layer.current[name];
    if (handler && handler() !== false) return true;
  }
  return false;
}

function setPrefix(next: string | null): void {
  prefix = next;
  cancelPrefixTimer?.();
  cancelPrefixTimer =
    next === null
      ? null
      : browserClock.after(prefixTimeoutMs, () => {
          prefix = null;
        });
}

/** Name of the modifier key on this machine: "Ctrl" or the Command sign. */
export const modKey =
  typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl ";

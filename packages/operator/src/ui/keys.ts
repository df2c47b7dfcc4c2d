import { useEffect, useRef } from "react";
import { getPreferences } from "../state/preferences.ts";

/**
 * Shortcuts by key name: `j`, `shift+j`, `mod+k` (Ctrl, or Command on a Mac), `mod+shift+enter`,
 * `escape`, `g i` (one after the other). If a handler returns false, the next lower layer or the
 * browser handles the key.
 */
export type KeyMap = Readonly<Record<string, () => void | boolean>>;

interface Layer {
  current: KeyMap;
}
const layers: Layer[] = [];
let prefix: string | null = null;
let prefixTimer: ReturnType<typeof setTimeout> | null = null;
const prefixMs = 1500;

/** Registers shortcuts while the component is mounted. The layer mounted last has priority. */
export function useKeys(keys: KeyMap): void {
  const layer = useRef<KeyMap>(keys);
  useEffect(() => {
    layer.current = keys;
  });
  useEffect(() => {
    const mine: Layer = layer;
    layers.push(mine);
    if (layers.length === 1) window.addEventListener("keydown", onKey);
    return () => {
      layers.splice(layers.indexOf(mine), 1);
      if (layers.length === 0) window.removeEventListener("keydown", onKey);
    };
  }, []);
}

/** The fields of a keyboard event that identify its key. */
export interface KeyLike {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

const codes: Readonly<Record<string, string>> = { Slash: "/", BracketRight: "]", BracketLeft: "[" };

/**
 * Returns the name of a key by its Latin letter, or else by its position, so that shortcuts work
 * with a Cyrillic layout. Null with Alt, which is used for text navigation and layout switches.
 */
export function keyName(event: KeyLike): string | null {
  if (event.altKey) return null;
  const base = baseOf(event);
  if (base === null) return null;
  const mod = event.ctrlKey || event.metaKey ? "mod+" : "";
  // `?` needs Shift on most layouts, so its name has no `shift+`.
  const shift = event.shiftKey && base !== "?" ? "shift+" : "";
  return `${mod}${shift}${base}`;
}

function baseOf(event: KeyLike): string | null {
  if (event.key.length > 1) return event.key.toLowerCase();
  if (event.key === "?" || /^[a-z0-9/\][]$/i.test(event.key)) return event.key.toLowerCase();
  if (event.shiftKey && event.code === "Slash") return "?";
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(event.code)?.[1];
  return letter ? letter.toLowerCase() : (codes[event.code] ?? null);
}

/** Returns whether letters typed in this element are text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button", "submit"].includes(target.type);
}

function onKey(event: KeyboardEvent): void {
  // keyCode 229: the key belongs to an input method.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  const name = keyName(event);
  if (name === null || ["shift", "control", "meta", "alt"].includes(name)) return;
  const plain = !name.startsWith("mod+");
  const letter = plain && /(?:^|\+)(?:[a-z0-9?/\][])$/.test(name);
  if (letter && (isTyping(event.target) || !getPreferences().shortcuts)) return;
  // Dialogs and menus handle keys themselves.
  if (document.querySelector(".overlay, .popover") && !name.startsWith("mod+")) return;
  const chord = prefix === null ? name : `${prefix} ${name}`;
  setPrefix(null);
  if (run(chord) || (chord !== name && run(name))) {
    event.preventDefault();
    return;
  }
  if (name === "g" && !isTyping(event.target)) setPrefix("g");
}

function run(name: string): boolean {
  for (const layer of layers.toReversed()) {
    const handler = layer.current[name];
    if (handler && handler() !== false) return true;
  }
  return false;
}

function setPrefix(next: string | null): void {
  prefix = next;
  if (prefixTimer !== null) clearTimeout(prefixTimer);
  prefixTimer =
    next === null
      ? null
      : setTimeout(() => {
          prefix = null;
        }, prefixMs);
}

/** Name of the modifier key on this machine: "Ctrl" or the Command sign. */
export const modKey = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl ";

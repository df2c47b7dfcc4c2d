import { useSyncExternalStore } from "react";
import type { AfterClose } from "../live/sending/after-close.ts";
import type { ToneName } from "./tones.ts";
import { locales, setLocale, type Locale } from "../../text/index.ts";
import { createEventEmitter } from "../api/event-emitter.ts";

/** Preferences of an operator on this device. */
export interface Preferences {
  theme: "light" | "dark" | "system";
  density: "comfortable" | "compact";
  locale: Locale;
  /** Whether single-letter shortcuts are enabled. */
  shortcuts: boolean;
  /** Key that sends a message: Enter (Shift+Enter inserts a line break), or Ctrl/Cmd+Enter. */
  sendKey: "enter" | "mod_enter";
  sound: {
    newChat: boolean;
    /** Whether the sound repeats every 10 s until an operator accepts the chat. */
    repeat: boolean;
    message: boolean;
    missed: boolean;
    volume: number;
    tones: { newChat: ToneName; message: ToneName; missed: ToneName };
  };
  /** Quiet hours, in which there are no sounds and notifications. Times are written as "22:00". */
  quiet: { on: boolean; from: string; to: string };
  /** Browser notifications. `text` includes the text of the message. */
  notices: { on: boolean; text: boolean };
  /** Whether the page title flashes for a moment. */
  flash: boolean;
  panel: boolean;
  /** Chat to show after the operator closes a chat. `account` uses the setting of the account. */
  afterClose: AfterClose | "account";
}

const storageKey = "parlour.preferences";
const defaults: Preferences = {
  theme: "system",
  density: "comfortable",
  locale: browserLocale(),
  shortcuts: true,
  sendKey: "enter",
  sound: {
    newChat: true,
    repeat: true,
    message: true,
    missed: true,
    volume: 0.6,
    tones: { newChat: "chime", message: "drop", missed: "pulse" },
  },
  quiet: { on: false, from: "22:00", to: "07:00" },
  notices: { on: true, text: false },
  flash: false,
  panel: true,
  afterClose: "account",
};

let current: Preferences = loadPreferences();
const listeners = createEventEmitter();

export function getPreferences(): Preferences {
  return current;
}

/** Returns the current preferences, and renders the component again when one changes. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(listeners.subscribe, getPreferences);
}

/** Stores and applies the given preferences. Other preferences stay unchanged. */
export function setPreferences(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  storePreferences();
  applyPreferences();
  listeners.emit();
}

/** Applies theme, density and language. Called before the first render and after each change. */
export function applyPreferences(): void {
  const root = document.documentElement;
  if (current.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = current.theme;
  root.dataset["density"] = current.density;
  setLocale(current.locale);
}

function loadPreferences(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Partial<Preferences>;
    return {
      ...defaults,
      ...stored,
      sound: {
        ...defaults.sound,
        ...stored.sound,
        tones: { ...defaults.sound.tones, ...stored.sound?.tones },
      },
      quiet: { ...defaults.quiet, ...stored.quiet },
      notices: { ...defaults.notices, ...stored.notices },
    };
  } catch {
    return defaults;
  }
}

function storePreferences(): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch (error) {
    console.warn("preferences could not be kept on this device", error);
  }
}

function browserLocale(): Locale {
  const first = typeof navigator === "undefined" ? "en" : navigator.language.slice(0, 2);
  return locales.find((locale) => locale === first) ?? "en";
}

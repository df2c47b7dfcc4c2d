import { useSyncExternalStore } from "react";
import type { AfterClose } from "./after-close.ts";
import type { ToneName } from "./tones.ts";
import { locales, setLocale, type Locale } from "../text/index.ts";
import { createListeners } from "./listeners.ts";

/** Choices of this person on this device. */
export interface Preferences {
  theme: "light" | "dark" | "system";
  density: "comfortable" | "compact";
  locale: Locale;
  /** Single-letter shortcuts. */
  shortcuts: boolean;
  /** Enter sends, Shift+Enter breaks; or the other way round. */
  sendKey: "enter" | "mod_enter";
  sound: {
    newChat: boolean;
    /** Again each 10 s until somebody takes it. */
    repeat: boolean;
    message: boolean;
    missed: boolean;
    volume: number;
    tones: { newChat: ToneName; message: ToneName; missed: ToneName };
  };
  /** No sounds and notices from then until then, "22:00". */
  quiet: { on: boolean; from: string; to: string };
  /** Notices beside the page; `text`: with what the visitor wrote. */
  notices: { on: boolean; text: boolean };
  /** The title flashes for a moment. */
  flash: boolean;
  panel: boolean;
  /** Where a close leads; `account`: as the account says. */
  afterClose: AfterClose | "account";
  /** The waiting chats are a pill, in the inbox and on other screens. */
  ringFolded: { list: boolean; corner: boolean };
}

const place = "parlour.preferences";
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
  ringFolded: { list: false, corner: true },
};

let present: Preferences = load();
const listeners = createListeners();

export function preferences(): Preferences {
  return present;
}

/** The present choices; the component draws again when one changes. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(listeners.add, preferences);
}

/** Stores the choices given, keeps the others and puts them into effect. */
export function setPreferences(change: Partial<Preferences>): void {
  present = { ...present, ...change };
  write();
  applyPreferences();
  listeners.tell();
}

/** Theme, density and language onto the page. Called once before the first draw and after each change. */
export function applyPreferences(): void {
  const root = document.documentElement;
  if (present.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = present.theme;
  root.dataset["density"] = present.density;
  setLocale(present.locale);
}

function load(): Preferences {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Preferences>;
    return {
      ...defaults,
      ...stored,
      sound: { ...defaults.sound, ...stored.sound, tones: { ...defaults.sound.tones, ...stored.sound?.tones } },
      quiet: { ...defaults.quiet, ...stored.quiet },
      notices: { ...defaults.notices, ...stored.notices },
    };
  } catch {
    return defaults;
  }
}

function write(): void {
  try {
    localStorage.setItem(place, JSON.stringify(present));
  } catch (error) {
    console.warn("preferences could not be kept on this device", error);
  }
}

function browserLocale(): Locale {
  const first = typeof navigator === "undefined" ? "en" : navigator.language.slice(0, 2);
  return locales.find((locale) => locale === first) ?? "en";
}

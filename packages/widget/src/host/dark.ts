import type { WidgetSettings } from "@parlour/protocol/widget-settings";

export interface Dark {
  /** The scheme at the last check. */
  readonly is: () => boolean;
  /** Checks again. Reads computed styles, so call it only when needed. */
  readonly look: () => void;
}
export interface DarkDeps {
  readonly scheme: WidgetSettings["scheme"];
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

/**
 * Watches the colour scheme: from the settings, or from the page. For the page, its declared
 * `color-scheme` wins over the visitor's preference.
 */
export function pageDark({ scheme, changed, signal }: DarkDeps): Dark {
  const likes = matchMedia("(prefers-color-scheme:dark)");
  let isDark = scheme === "dark";
  const seen = (): boolean => {
    if (scheme !== "page") return scheme === "dark";
    const declared = getComputedStyle(document.documentElement).colorScheme;
    const [light, dark] = [declared.includes("light"), declared.includes("dark")];
    return light === dark ? likes.matches : dark;
  };
  const look = (): void => {
    const now = seen();
    if (now === isDark) return;
    isDark = now;
    changed();
  };
  if (scheme === "page") likes.addEventListener("change", look, { signal });
  return { is: () => isDark, look };
}

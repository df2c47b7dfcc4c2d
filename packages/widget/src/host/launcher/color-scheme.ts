import type { WidgetSettings } from "@parlour/protocol/entity/widget/widget-settings";

export interface ColorScheme {
  /** The scheme at the last check. */
  readonly isDark: () => boolean;
  /** Checks again. Reads computed styles, so call it only when needed. */
  readonly check: () => void;
}
export interface ColorSchemeDeps {
  readonly scheme: WidgetSettings["scheme"];
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

/**
 * Watches the colour scheme: from the settings, or from the page. For the page, its declared
 * `color-scheme` wins over the visitor's preference.
 */
export function watchColorScheme({ scheme, onChange, signal }: ColorSchemeDeps): ColorScheme {
  const systemPreference = matchMedia("(prefers-color-scheme:dark)");
  let isDark = scheme === "dark";
  const readScheme = (): boolean => {
    if (scheme !== "page") return scheme === "dark";
    const declared = getComputedStyle(document.documentElement).colorScheme;
    const [light, dark] = [declared.includes("light"), declared.includes("dark")];
    return light === dark ? systemPreference.matches : dark;
  };
  const check = (): void => {
    const now = readScheme();
    if (now === isDark) return;
    isDark = now;
    onChange();
  };
  if (scheme === "page") systemPreference.addEventListener("change", check, { signal });
  return { isDark: () => isDark, check };
}

import type { WidgetSettings } from "@parlour/protocol/settings/widget-settings";

export interface ColorScheme {
  /** Returns true if the scheme was dark at the last check. */
  readonly isDark: () => boolean;
  /** Checks the scheme again. Reads computed styles, so it must be called only when needed. */
  readonly check: () => void;
}
export interface ColorSchemeDeps {
  readonly scheme: WidgetSettings["scheme"];
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

/**
 * Watches the colour scheme, which comes from the settings or from the page. The page's declared
 * `color-scheme` takes precedence over the visitor's preference.
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

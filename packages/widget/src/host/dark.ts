import type { WidgetSettings } from "@parlour/protocol/widget-settings";

export interface Dark {
  /** As it was when it was last looked at. */
  readonly is: () => boolean;
  /** Looks again: asks for computed styles, so only when it is needed. */
  readonly look: () => void;
}
export interface DarkDeps {
  readonly scheme: WidgetSettings["scheme"];
  readonly changed: () => void;
  readonly signal: AbortSignal;
}

/** Light or dark: as the settings say, or as the page: what its style sheet declares, else what the visitor likes. */
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

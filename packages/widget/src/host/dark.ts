import type { WidgetSettings } from "@parlour/protocol/widget-settings";

/** Light or dark: as the settings say, or as the page: what its style sheet declares, else what the visitor likes. */
export function pageDark(scheme: WidgetSettings["scheme"], changed: () => void): { now(): boolean; stop(): void } {
  const likes = matchMedia("(prefers-color-scheme:dark)");
  if (scheme === "page") likes.addEventListener("change", changed);
  return {
    now() {
      if (scheme !== "page") return scheme === "dark";
      const declared = getComputedStyle(document.documentElement).colorScheme;
      const [light, dark] = [declared.includes("light"), declared.includes("dark")];
      return light === dark ? likes.matches : dark;
    },
    stop: () => likes.removeEventListener("change", changed),
  };
}

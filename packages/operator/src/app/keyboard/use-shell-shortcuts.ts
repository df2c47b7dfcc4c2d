import { IconKeyboard, IconMoon, IconSun } from "@tabler/icons-react";
import { useEffect } from "react";
import { setPreferences } from "../../state/browser/preferences.ts";
import { useCommands } from "../../ui/keyboard/commands.ts";
import { useShortcuts } from "../../ui/keyboard/shortcuts.ts";
import { t } from "../text.ts";
import { useNavigationCommands } from "./navigation-commands.ts";

/** Registers the shortcuts and palette commands that exist on every screen. */
export function useShellShortcuts(togglePalette: () => void, showKeys: () => void): void {
  const navigation = useNavigationCommands();
  useShortcuts({
    "mod+k": togglePalette,
    "?": showKeys,
    ...navigation.keys,
    f6: () => focusNextPane(1),
    "shift+f6": () => focusNextPane(-1),
  });
  useCommands(() => [
    {
      title: t("palette.go"),
      kind: "go",
      commands: [
        ...navigation.commands(),
        { id: "keys", label: t("keys.title"), icon: IconKeyboard, keys: "?", run: showKeys },
      ],
    },
    {
      title: t("palette.looks"),
      kind: "looks",
      commands: [
        {
          id: "light",
          label: `${t("me.theme")}: ${t("theme.light")}`,
          icon: IconSun,
          run: () => setPreferences({ theme: "light" }),
        },
        {
          id: "dark",
          label: `${t("me.theme")}: ${t("theme.dark")}`,
          icon: IconMoon,
          run: () => setPreferences({ theme: "dark" }),
        },
      ],
    },
  ]);
  useEffect(() => {
    window.addEventListener("parlour:keys", showKeys);
    return () => window.removeEventListener("parlour:keys", showKeys);
  }, [showKeys]);
}

/** Moves the focus to the next pane (F6), in this order: rail, list, conversation, panel. */
function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>(".rail, [data-pane]")].filter(
    (pane) => pane.offsetParent !== null || pane.classList.contains("rail"),
  );
  if (panes.length === 0) return;
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(at + step + panes.length) % panes.length];
  const findVisible = (selector: string) =>
    [...(next?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) =>
      element.checkVisibility(),
    );
  (
    findVisible("[data-pane-focus]") ??
    findVisible('[tabindex="0"], a[href], button, textarea, input')
  )?.focus();
}

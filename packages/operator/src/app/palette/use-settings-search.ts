import type { Operator } from "@parlour/protocol";
import { IconSettings, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import {
  toSettingLink as settingAddress,
  listSettings,
  searchSettings,
  type Setting,
} from "../../screens/settings/search/index.ts";
import { filterCommands, type Command } from "../../ui/keyboard/commands.ts";
import { maxRowsPerGroup } from "./groups.ts";
import { t } from "./text.ts";

/** Returns a function that searches settings pages, the fields of these pages, and operators. */
export function useSettingsSearch(
  me: Operator,
  operators: readonly Operator[],
): (words: string) => readonly Command[] {
  const navigate = useNavigate();
  return useMemo(() => {
    const settings = listSettings(me);
    const page = (setting: Setting): Command => ({
      id: `settings-${setting.id}`,
      label: setting.field === null ? setting.label : `${setting.pageTitle}: ${setting.label}`,
      icon: IconSettings,
      run: () => void navigate(settingAddress(setting)),
    });
    const people = operators.map((operator) =>
      createOperatorCommand(
        operator,
        (path) => void navigate({ to: "/settings/$", params: { _splat: path } }),
      ),
    );
    const group = { title: t("group.settings"), kind: "settings" as const };
    return (words) => {
      const pages = searchSettings(settings, words).slice(0, maxRowsPerGroup.settings).map(page);
      const found = filterCommands(
        [{ ...group, commands: people }],
        words,
        maxRowsPerGroup.settings,
      ).flatMap(({ commands }) => commands);
      return [...pages, ...found].slice(0, maxRowsPerGroup.settings);
    };
  }, [me, navigate, operators]);
}

const createOperatorCommand = (
  { id, name, email }: Operator,
  open: (path: string) => void,
): Command => ({
  id: `operator-${id}`,
  label: t("row.operator", { name }),
  note: t("row.team"),
  searchTerms: email,
  icon: IconUser,
  run: () => open(`people/${id}`),
});

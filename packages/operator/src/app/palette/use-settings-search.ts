import type { Operator } from "@parlour/protocol";
import { IconSettings, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Setting } from "../../screens/settings/search/index.ts";
import { filterCommands, type Command } from "../../ui/keyboard/commands.ts";
import { maxRowsPerGroup } from "./groups.ts";
import { t } from "./text.ts";

/** Loads the search with the pages of the settings, which the palette does not need to open. */
const loadSearch = () => import("../../screens/settings/search/index.ts");

/** Searches settings pages with their fields, and operators. Until pages load, operators only. */
export function useSettingsSearch(
  me: Operator,
  operators: readonly Operator[],
): (words: string) => readonly Command[] {
  const navigate = useNavigate();
  const search = useQuery({
    queryKey: ["code", "settings-search"],
    queryFn: loadSearch,
    networkMode: "always",
    staleTime: Infinity,
  }).data;
  return useMemo(() => {
    const settings = search?.listSettings(me) ?? [];
    const page = (setting: Setting): Command => ({
      id: `settings-${setting.id}`,
      label: setting.field === null ? setting.label : `${setting.pageTitle}: ${setting.label}`,
      icon: IconSettings,
      run: () => search && void navigate(search.toSettingLink(setting)),
    });
    const operatorCommands = operators.map((operator) =>
      createOperatorCommand(
        operator,
        (path) => void navigate({ to: "/settings/$", params: { _splat: path } }),
      ),
    );
    const group = { title: t("group.settings"), kind: "settings" as const };
    return (words) => {
      const pages = search?.searchSettings(settings, words).map(page) ?? [];
      const operatorRows = filterCommands(
        [{ ...group, commands: operatorCommands }],
        words,
        maxRowsPerGroup.settings,
      ).flatMap(({ commands }) => commands);
      return [...pages, ...operatorRows].slice(0, maxRowsPerGroup.settings);
    };
  }, [me, navigate, operators, search]);
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

import { useEffect } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useLatest } from "../../../ui/keyboard/use-latest.ts";
import { useGetStarted } from "../../../ui/start/use-get-started.ts";
import { listSectionFields } from "../kit/kind/kind-screen.ts";
import { widgetScreen } from "./screen.tsx";

const tabNames = ["general", "look", "form", "offline", "calls", "api"] as const;
export type TabName = (typeof tabNames)[number];

/** Returns the tab that contains a field. */
export const getTab = (field: string): TabName => {
  const section = widgetScreen.sections.find((item) => listSectionFields(item).includes(field));
  return tabNames.find((tab) => tab === section?.tab) ?? "general";
};

/** Opens the tab of the first error, after the form found errors or the server refused it. */
export function useTabOfError(
  errors: Readonly<Record<string, string | undefined>>,
  setTab: (tab: TabName) => void,
): void {
  const latest = useLatest(setTab);
  useEffect(() => {
    const [first] = Object.keys(errors);
    if (first !== undefined) latest.current(getTab(first));
  }, [errors, latest]);
}

/** Returns the tabs in their order. "Install" is first until a page has loaded the widget. */
export function useTabOrder(id: number): readonly TabName[] {
  const me = useCurrentOperator();
  const { data } = useGetStarted({ isNeeded: can(me, "account.manage"), channel: id });
  const isInstalled = data?.widget == null || data.widget.seen !== null;
  return isInstalled ? tabNames : ["api", ...tabNames.filter((name) => name !== "api")];
}

import type { Channel, Operator } from "@parlour/protocol";
import type { WidgetLanguage, WidgetSettings } from "@parlour/protocol/settings/widget-settings";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo, useState, type KeyboardEvent } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useGetStarted } from "../../../ui/start/use-get-started.ts";
import { getPreferences } from "../../../state/browser/preferences.ts";
import { Banner } from "../../../ui/badges.tsx";
import { useLatest } from "../../../ui/keyboard/use-latest.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useKindMenu } from "../kit/kind/KindPage.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import { listSectionFields } from "../kit/kind/kind-screen.ts";
import { getKindLabels, toValidBody, useKindForm } from "../kit/kind/use-kind-form.ts";
import { formatDate, QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { useChannel, useDepartments, useOperators } from "../../../state/api/queries.ts";
import { t as common } from "../text.ts";
import { TestLink } from "./form/ApiFields.tsx";
import { EditedLanguage } from "./form/edited-language.ts";
import { WidgetLivePreview } from "./WidgetLivePreview.tsx";
import { widgetScreen } from "./screen.tsx";
import { t } from "./text.ts";
import "./widgets.css";

const tabNames = ["general", "look", "form", "offline", "calls", "api"] as const;
type TabName = (typeof tabNames)[number];
export const getTab = (field: string): TabName => {
  const section = widgetScreen.sections.find((item) => listSectionFields(item).includes(field));
  return tabNames.find((tab) => tab === section?.tab) ?? "general";
};

/** Renders Settings → Site widgets → one widget (WG-090). */
export function WidgetPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  return (
    <QueryPageBody query={channel} title={t("widget.title")}>
      {(data) =>
        data.widget === undefined ? (
          <Redirect to={`channels/${id}`} />
        ) : (
          <QueryPageBody query={operators} title={data.name}>
            {(operatorList) => <WidgetForm channel={data} operators={operatorList} />}
          </QueryPageBody>
        )
      }
    </QueryPageBody>
  );
}

interface WidgetFormProps {
  channel: Channel;
  operators: readonly Operator[];
}

function WidgetForm({ channel, operators }: WidgetFormProps) {
  const tabs = useTabOrder(channel.id);
  const [tab, setTab] = useTab(tabs);
  const [language, setLanguage] = useState<WidgetLanguage>(
    channel.widget?.language ?? getPreferences().locale,
  );
  const edited = useMemo(() => [language, setLanguage] as const, [language]);
  const departments = useDepartments().data ?? [];
  const form = useKindForm(widgetScreen, channel);
  const { menu, dialog } = useKindMenu({ screen: widgetScreen, stored: channel });
  useTabOfError(form.errors, setTab);
  const { values } = form;
  const { managed } = channel;
  const screen = {
    ...widgetScreen,
    sections: widgetScreen.sections.filter((section) => section.tab === tab),
  };
  return (
    <EditedLanguage value={edited}>
      <FormPage
        title={channel.name}
        about={t("widget.about", { id: channel.public_id, date: formatDate(channel.created_at) })}
        form={form}
        labels={getKindLabels(widgetScreen)}
        reveal={(name) => setTab(getTab(name))}
        readOnly={managed ? common("page.managed") : null}
        tools={
          <>
            <TestLink className="btn quiet" publicId={channel.public_id} />
            {!managed && menu}
          </>
        }
        side={
          <WidgetLivePreview
            name={values["name"] as string}
            settings={toPreviewSettings(values)}
            departments={departments}
            operators={operators.filter(({ id }) =>
              (values["operators"] as readonly number[]).includes(id),
            )}
            language={language}
          />
        }
      >
        {!channel.enabled && <Banner tone="warn">{t("widget.off")}</Banner>}
        <Tabs tabs={tabs} present={tab} onTab={setTab} />
        <div role="tabpanel" id="widget-panel" aria-labelledby={`tab-${tab}`}>
          <KindFields screen={screen} form={form} readOnly={managed} stored={channel} />
        </div>
      </FormPage>
      {dialog}
    </EditedLanguage>
  );
}

/** Returns the settings of the form. A wrong value has its default. */
export const toPreviewSettings = (values: FormValues): WidgetSettings =>
  (toValidBody(widgetScreen, values) as { readonly widget: WidgetSettings }).widget;

/** Opens the tab of the first error, after the form found errors or the server refused it. */
function useTabOfError(
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
function useTabOrder(id: number): readonly TabName[] {
  const me = useCurrentOperator();
  const { data } = useGetStarted({ isNeeded: can(me, "account.manage") });
  const isInstalled = data?.widget?.channel_id !== id || data.widget.seen !== null;
  return isInstalled ? tabNames : ["api", ...tabNames.filter((name) => name !== "api")];
}

/**
 * Returns the open tab, by default the first one, and a function to change it. The tab is stored in
 * the URL, so that it survives a reload.
 */
function useTab(tabs: readonly TabName[]): readonly [TabName, (tab: TabName) => void] {
  const requestedTab = (useSearch({ strict: false }) as { tab?: unknown }).tab;
  const navigate = useNavigate();
  const currentTab = tabs.find((name) => name === requestedTab) ?? tabs[0] ?? "general";
  const showTab = (tab: TabName) => {
    if (tab !== currentTab)
      void navigate({ to: ".", search: { tab } as never, replace: true, ignoreBlocker: true });
  };
  return [currentTab, showTab];
}

function Tabs({
  tabs,
  present: currentTab,
  onTab,
}: {
  tabs: readonly TabName[];
  present: TabName;
  onTab: (tab: TabName) => void;
}) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const targetIndex =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? tabs.length - 1
          : step && tabs.indexOf(currentTab) + step;
    if (targetIndex === undefined) return;
    event.preventDefault();
    const next = tabs.at(targetIndex % tabs.length) ?? currentTab;
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div
      className="tabs widget-tabs"
      role="tablist"
      tabIndex={-1}
      aria-label={t("widget.tabs")}
      onKeyDown={onKeyDown}
    >
      {tabs.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === currentTab}
          aria-controls="widget-panel"
          tabIndex={name === currentTab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {t(`tab.${name}`)}
        </button>
      ))}
    </div>
  );
}

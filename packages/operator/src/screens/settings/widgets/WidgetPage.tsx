import type { Channel, Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import type {
  WidgetLanguage,
  WidgetSettings,
} from "@parlour/protocol/entity/widget/widget-settings";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type KeyboardEvent } from "react";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { useGetStarted } from "../../../ui/start/use-get-started.ts";
import { getPreferences } from "../../../state/browser/preferences.ts";
import { Banner } from "../../../ui/badges.tsx";
import { useChannel, useDepartments, useOperators } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { formatDate, QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { t as common } from "../text.ts";
import { updateResource, createToggleEntry } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import { ApiFields, TestLink } from "./form/ApiFields.tsx";
import { GeneralFields } from "./form/GeneralFields.tsx";
import { getWidgetLabels } from "./form/labels.ts";
import { AppearanceFields } from "./form/AppearanceFields.tsx";
import { WidgetLivePreview } from "./WidgetLivePreview.tsx";
import { CallFormSettings, FormSettings, OfflineSettings } from "./form/FormSettings.tsx";
import { t } from "./text.ts";
import {
  toPatchBody,
  mapWidgetErrorField,
  toWidgetSettings,
  tabNames,
  getTab,
  toFormValues,
  type TabName,
  type WidgetFormValues,
} from "./form/widget-form.ts";
import { validateWidget } from "./form/validate-widget.ts";
import "./widgets.css";

/** Renders Settings → Site widgets → one widget (WG-090). */
export function WidgetPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  const departments = useDepartments();
  return (
    <QueryPageBody query={channel} title={t("widgets.title")}>
      {(data) =>
        data.widget === undefined ? (
          <Redirect to={`channels/${id}`} />
        ) : (
          <QueryPageBody query={operators} title={data.name}>
            {(operatorList) => (
              <WidgetForm
                channel={data}
                widget={data.widget as WidgetSettings}
                operators={operatorList}
                departments={departments.data ?? []}
              />
            )}
          </QueryPageBody>
        )
      }
    </QueryPageBody>
  );
}

interface WidgetFormProps {
  channel: Channel;
  widget: WidgetSettings;
  operators: readonly Operator[];
  departments: readonly Department[];
}

function WidgetForm({ channel, widget, operators, departments }: WidgetFormProps) {
  const tabs = useTabOrder(channel.id);
  const [tab, setTab] = useTab(tabs);
  const [language, setLanguage] = useState<WidgetLanguage>(
    widget.language ?? getPreferences().locale,
  );
  const form = useWidgetForm(channel, widget, setTab);
  const { menu, dialog } = useWidgetMenu(channel);
  const { managed } = channel;
  return (
    <>
      <FormPage
        title={channel.name}
        about={t("widget.about", { id: channel.public_id, date: formatDate(channel.created_at) })}

        form={form}
        labels={getWidgetLabels()}
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
            name={form.values.name}
            settings={toWidgetSettings(form.values)}
            departments={departments}
            operators={operators.filter(({ id }) => form.values.operators.includes(id))}
            language={language}
          />
        }
      >
        {!channel.enabled && <Banner tone="warn">{t("widget.off")}</Banner>}
        <Tabs tabs={tabs} present={tab} onTab={setTab} />
        <Panel {...{ tab, form, channel, departments, language }} onLanguage={setLanguage} />
      </FormPage>
      {dialog}
    </>
  );
}

/** Creates the form of a widget. Opens the tab that contains the first error. */
function useWidgetForm(
  channel: Channel,
  widget: WidgetSettings,
  showTab: (tab: TabName) => void,
): Form<WidgetFormValues> {
  return useForm<WidgetFormValues>({
    saved: toFormValues({ ...channel, widget }),
    validate: (values) => {
      const errors = validateWidget(values);
      const [first] = Object.keys(errors);
      if (first !== undefined) showTab(getTab(first));
      return errors;
    },
    mapErrorField: (error) => {
      const field = mapWidgetErrorField(error);
      if (field !== null) showTab(getTab(field));
      return field;
    },
    save: (values, changed) => updateResource("channels", channel.id, toPatchBody(values, changed)),
  });
}

function useWidgetMenu(channel: Channel) {
  const labels = {
    turnOn: t("widget.turnon"),
    turnOff: t("widget.turnoff"),
    turnedOn: t("widget.turnedon"),
    turnedOff: t("widget.turnedoff"),
  };
  return useResourceMenu({
    label: t("widget.more"),
    deleteLabel: t("widget.delete"),
    otherEntries: [createToggleEntry({ list: "channels", of: channel, labels })],
    list: "channels",
    page: "widgets",
    id: channel.id,
    name: channel.name,
    text: t("widget.delete.text"),
    verb: t("widget.delete"),
  });
}

interface PanelProps extends Omit<WidgetFormProps, "widget" | "operators"> {
  tab: TabName;
  form: Form<WidgetFormValues>;
  language: WidgetLanguage;
  onLanguage: (language: WidgetLanguage) => void;
}

function Panel({ tab, form, channel, departments, language, onLanguage }: PanelProps) {
  const fieldProps = { form, readOnly: channel.managed };
  return (
    <div role="tabpanel" id="widget-panel" aria-labelledby={`tab-${tab}`}>
      {tab === "general" && (
        <GeneralFields {...fieldProps} departments={departments} channel={channel.id} />
      )}
      {tab === "look" && (
        <AppearanceFields {...fieldProps} language={language} onLanguage={onLanguage} />
      )}
      {tab === "form" && <FormSettings {...fieldProps} />}
      {tab === "offline" && <OfflineSettings {...fieldProps} />}
      {tab === "calls" && <CallFormSettings {...fieldProps} />}
      {tab === "api" && <ApiFields {...fieldProps} channel={channel} />}
    </div>
  );
}

/** Returns the tabs in their order. "Install" is first until a page has loaded the widget. */
function useTabOrder(id: number): readonly TabName[] {
  const me = useCurrentOperator();
  const { data } = useGetStarted({ isNeeded: can(me, "team") });
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

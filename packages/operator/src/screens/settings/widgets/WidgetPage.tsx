import type { Channel, Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import type { WidgetLanguage, WidgetSettings } from "@parlour/protocol/widget-settings";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type KeyboardEvent } from "react";
import { preferences } from "../../../state/preferences.ts";
import { Banner } from "../../../ui/marks.tsx";
import { useChannel, useDepartments, useOperators } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { dateOf, Loaded, Redirect } from "../parts.tsx";
import { t as common } from "../text.ts";
import { change, turnEntry } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { useThingMenu } from "../use-thing-menu.tsx";
import { ApiFields, TestLink } from "./ApiFields.tsx";
import { GeneralFields } from "./GeneralFields.tsx";
import { widgetLabels } from "./labels.ts";
import { LookFields } from "./LookFields.tsx";
import { Preview } from "./Preview.tsx";
import { CallFields, FormFields, OfflineFields } from "./TalkFields.tsx";
import { t } from "./text.ts";
import { bodyOf, checkWidget, fieldOf, settingsOf, tabNames, tabOf, valuesOf, type TabName, type WidgetValues } from "./widget-form.ts";
import "./widgets.css";

/** Settings → Site widgets → one widget (WG-090). */
export function WidgetPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  const departments = useDepartments();
  return (
    <Loaded read={channel} title={t("widgets.title")} back="widgets">
      {(data) =>
        data.widget === undefined ? (
          <Redirect to={`channels/${id}`} />
        ) : (
          <Loaded read={operators} title={data.name} back="widgets">
            {(people) => (
              <WidgetForm channel={data} widget={data.widget as WidgetSettings} operators={people} departments={departments.data ?? []} />
            )}
          </Loaded>
        )
      }
    </Loaded>
  );
}

interface WidgetFormProps {
  channel: Channel;
  widget: WidgetSettings;
  operators: readonly Operator[];
  departments: readonly Department[];
}

function WidgetForm({ channel, widget, operators, departments }: WidgetFormProps) {
  const [tab, setTab] = useTab();
  const [language, setLanguage] = useState<WidgetLanguage>(widget.language ?? preferences().locale);
  const form = useWidgetForm(channel, widget, setTab);
  const { menu, dialog } = useWidgetMenu(channel);
  const { managed } = channel;
  return (
    <>
      <FormPage
        title={channel.name}
        about={t("widget.about", { id: channel.public_id, date: dateOf(channel.created_at) })}
        back="widgets"
        form={form}
        labels={widgetLabels()}
        reveal={(name) => setTab(tabOf(name))}
        readOnly={managed ? common("page.managed") : null}
        tools={
          <>
            <TestLink className="btn quiet" publicId={channel.public_id} />
            {!managed && menu}
          </>
        }
        side={
          <Preview
            name={form.values.name}
            settings={settingsOf(form.values)}
            departments={departments}
            operators={operators.filter(({ id }) => form.values.operators.includes(id))}
            language={language}
          />
        }
      >
        {!channel.enabled && <Banner tone="warn">{t("widget.off")}</Banner>}
        <Tabs present={tab} onTab={setTab} />
        <Panel {...{ tab, form, channel, operators, departments, language }} onLanguage={setLanguage} />
      </FormPage>
      {dialog}
    </>
  );
}

/** Opens the tab that contains the first error. */
function useWidgetForm(channel: Channel, widget: WidgetSettings, showTab: (tab: TabName) => void): Form<WidgetValues> {
  return useForm<WidgetValues>({
    saved: valuesOf({ ...channel, widget }),
    check: (values) => {
      const found = checkWidget(values);
      const [first] = Object.keys(found);
      if (first !== undefined) showTab(tabOf(first));
      return found;
    },
    fieldOf: (error) => {
      const field = fieldOf(error);
      if (field !== null) showTab(tabOf(field));
      return field;
    },
    save: (values, changed) => change("channels", channel.id, bodyOf(values, changed)),
  });
}

function useWidgetMenu(channel: Channel) {
  const words = {
    turnOn: t("widget.turnon"),
    turnOff: t("widget.turnoff"),
    turnedOn: t("widget.turnedon"),
    turnedOff: t("widget.turnedoff"),
  };
  return useThingMenu({
    label: t("widget.more"),
    deletes: t("widget.delete"),
    others: [turnEntry({ list: "channels", of: channel, words })],
    list: "channels",
    page: "widgets",
    id: channel.id,
    name: channel.name,
    text: t("widget.delete.text"),
    verb: t("widget.delete"),
  });
}

interface PanelProps extends Omit<WidgetFormProps, "widget"> {
  tab: TabName;
  form: Form<WidgetValues>;
  language: WidgetLanguage;
  onLanguage: (language: WidgetLanguage) => void;
}

/** Renders the fields of the open tab. */
function Panel({ tab, form, channel, operators, departments, language, onLanguage }: PanelProps) {
  const bound = { form, readOnly: channel.managed };
  return (
    <div role="tabpanel" id="widget-panel" aria-labelledby={`tab-${tab}`}>
      {tab === "general" && <GeneralFields {...bound} operators={operators} departments={departments} channel={channel.id} />}
      {tab === "look" && <LookFields {...bound} language={language} onLanguage={onLanguage} />}
      {tab === "form" && <FormFields {...bound} />}
      {tab === "offline" && <OfflineFields {...bound} />}
      {tab === "calls" && <CallFields {...bound} />}
      {tab === "api" && <ApiFields {...bound} channel={channel} />}
    </div>
  );
}

/** Returns the open tab. The URL stores it, so that a reload keeps it. */
function useTab(): readonly [TabName, (tab: TabName) => void] {
  const asked = (useSearch({ strict: false }) as { tab?: unknown }).tab;
  const navigate = useNavigate();
  const present = tabNames.find((name) => name === asked) ?? "general";
  const show = (tab: TabName) => {
    if (tab !== present) void navigate({ to: ".", search: { tab } as never, replace: true, ignoreBlocker: true });
  };
  return [present, show];
}

/** Renders the tabs of the form. Arrow keys move between them. */
function Tabs({ present, onTab }: { present: TabName; onTab: (tab: TabName) => void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? tabNames.length - 1 : step && tabNames.indexOf(present) + step;
    if (to === undefined) return;
    event.preventDefault();
    const next = tabNames.at(to % tabNames.length) ?? present;
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className="tabs widget-tabs" role="tablist" tabIndex={-1} aria-label={t("widget.tabs")} onKeyDown={onKeyDown}>
      {tabNames.map((name) => (
        <button
          key={name}
          id={`tab-${name}`}
          type="button"
          role="tab"
          aria-selected={name === present}
          aria-controls="widget-panel"
          tabIndex={name === present ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {t(`tab.${name}`)}
        </button>
      ))}
    </div>
  );
}

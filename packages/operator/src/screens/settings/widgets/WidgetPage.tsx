import type { Channel, Operator } from "@parlour/protocol";
import type { Department } from "@parlour/protocol/api";
import type { WidgetLanguage, WidgetSettings } from "@parlour/protocol/widget-settings";
import { IconPower } from "@tabler/icons-react";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type KeyboardEvent } from "react";
import { i18n } from "../../../text/index.ts";
import { api, queries } from "../../../state/api.ts";
import { preferences } from "../../../state/preferences.ts";
import { wordsOf } from "../../../ui/Failure.tsx";
import { Banner } from "../../../ui/marks.tsx";
import { toast } from "../../../ui/toast.tsx";
import { stale, useChannel, useDepartments, useOperators } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { Loaded } from "../parts.tsx";
import { t as common } from "../text.ts";
import { useForm } from "../use-form.ts";
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

/** Settings → Site widgets → one (WG-090). */
export function WidgetPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  const departments = useDepartments();
  return (
    <Loaded read={channel} title={t("widgets.title")} back="widgets">
      {(data) =>
        data.widget === undefined ? (
          <Navigate to="/settings/$" params={{ _splat: `channels/${id}` }} replace />
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
  const readOnly = channel.managed;
  const form = useForm<WidgetValues>({
    saved: valuesOf({ ...channel, widget }),
    check: (values) => {
      const found = checkWidget(values);
      const [first] = Object.keys(found);
      // The fault is on one of the pages: that one is shown.
      if (first !== undefined && tabOf(first) !== tab) setTab(tabOf(first));
      return found;
    },
    fieldOf: (error) => {
      const field = fieldOf(error);
      if (field !== null) setTab(tabOf(field));
      return field;
    },
    save: async (values, changed) => put(await api.patch<Channel>(`/channels/${channel.id}`, bodyOf(values, changed))),
  });
  const turn = async (enabled: boolean) => {
    try {
      put(await api.patch<Channel>(`/channels/${channel.id}`, { enabled }));
      toast(t(enabled ? "widget.turnedon" : "widget.turnedoff"), {
        action: { label: common("page.undo"), run: () => void turn(!enabled) },
      });
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
  };
  const { menu, dialog } = useThingMenu({
    label: t("widget.more"),
    deletes: t("widget.delete"),
    others: [
      {
        id: "turn",
        icon: IconPower,
        label: t(channel.enabled ? "widget.turnoff" : "widget.turnon"),
        run: () => void turn(!channel.enabled),
      },
    ],
    list: "channels",
    page: "widgets",
    id: channel.id,
    name: channel.name,
    text: t("widget.delete.text"),
    verb: t("widget.delete"),
  });
  const bound = { form, readOnly };
  const typed = settingsOf(form.values);
  return (
    <>
      <FormPage
        title={channel.name}
        about={t("widget.about", {
          id: channel.public_id,
          date: i18n.date(new Date(channel.created_at), { day: "numeric", month: "short", year: "numeric" }),
        })}
        back="widgets"
        form={form}
        labels={widgetLabels()}
        readOnly={readOnly ? common("page.managed") : null}
        tools={
          <>
            <TestLink className="btn quiet" publicId={channel.public_id} />
            {!readOnly && menu}
          </>
        }
        side={<Preview name={form.values.name} settings={typed} departments={departments} language={language} />}
      >
        {!channel.enabled && <Banner tone="warn">{t("widget.off")}</Banner>}
        <Tabs present={tab} onTab={setTab} />
        <div role="tabpanel" id="widget-panel" aria-labelledby={`tab-${tab}`}>
          {tab === "general" && <GeneralFields {...bound} operators={operators} departments={departments} channel={channel.id} />}
          {tab === "look" && <LookFields {...bound} language={language} onLanguage={setLanguage} />}
          {tab === "form" && <FormFields {...bound} />}
          {tab === "offline" && <OfflineFields {...bound} />}
          {tab === "calls" && <CallFields {...bound} />}
          {tab === "api" && <ApiFields {...bound} channel={channel} />}
        </div>
      </FormPage>
      {dialog}
    </>
  );
}

/** Which page of the form is shown: it stands in the address, so that it is there again after a reload. */
function useTab(): readonly [TabName, (tab: TabName) => void] {
  const asked = (useSearch({ strict: false }) as { tab?: unknown }).tab;
  const navigate = useNavigate();
  const show = (tab: TabName) => void navigate({ to: ".", search: { tab } as never, replace: true, ignoreBlocker: true });
  return [tabNames.find((name) => name === asked) ?? "general", show];
}

/** Pages of the one form; arrows move between them. */
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

function put(channel: Channel): void {
  queries.setQueryData(["channels", channel.id], channel);
  stale("channels");
}

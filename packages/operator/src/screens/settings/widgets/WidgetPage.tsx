import type { Channel, Operator } from "@parlour/protocol";
import type { WidgetLanguage } from "@parlour/protocol/settings/widget-settings";
import { useMemo, useState } from "react";
import { getPreferences } from "../../../state/browser/preferences.ts";
import { Banner } from "../../../ui/badges.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useKindMenu } from "../kit/kind/KindPage.tsx";
import { getKindLabels, useKindForm } from "../kit/kind/use-kind-form.ts";
import { formatDate, QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { PageTabs, tabPanelId, useUrlTab } from "../kit/tabs/PageTabs.tsx";
import { useChannel, useDepartments, useOperators } from "../../../state/api/queries.ts";
import { t as common } from "../text.ts";
import { TestLink } from "./form/ApiFields.tsx";
import { EditedLanguage } from "./form/edited-language.ts";
import { SignedLinks } from "./sign/SignedLinks.tsx";
import { getTab, useTabOfError, useTabOrder } from "./use-tab.ts";
import { WidgetLivePreview } from "./WidgetLivePreview.tsx";
import { widgetScreen } from "./screen.tsx";
import { t } from "./text.ts";

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
  const [tab, setTab] = useUrlTab(tabs, tabs[0] ?? "general");
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
  const isInstall = tab === "api";
  const fieldProps = { form, readOnly: managed, stored: channel };
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
          isInstall ? (
            <div className="install-side">
              <div className="card">
                <KindFields screen={chatPageScreen} {...fieldProps} />
              </div>
              <SignedLinks channel={channel} />
            </div>
          ) : (
            <WidgetLivePreview
              values={values}
              departments={departments}
              operators={operators.filter(({ id }) =>
                (values["operators"] as readonly number[]).includes(id),
              )}
              language={language}
            />
          )
        }
      >
        {!channel.enabled && <Banner tone="warn">{t("widget.off")}</Banner>}
        <PageTabs
          label={t("widget.tabs")}
          className="tabs widget-tabs"
          tabs={tabs}
          current={tab}
          onTab={setTab}
        >
          {(name) => t(`tab.${name}`)}
        </PageTabs>
        <div role="tabpanel" id={tabPanelId} aria-labelledby={`tab-${tab}`}>
          <KindFields
            screen={selectSections((section) => section.tab === tab && section.id !== chatPage)}
            {...fieldProps}
          />
        </div>
      </FormPage>
      {dialog}
    </EditedLanguage>
  );
}

/** Section that the tab Install shows in the side column. */
const chatPage = "chatpage";
const selectSections = (
  isWanted: (section: (typeof widgetScreen.sections)[number]) => boolean,
) => ({
  ...widgetScreen,
  sections: widgetScreen.sections.filter(isWanted),
});
const chatPageScreen = selectSections(({ id }) => id === chatPage);

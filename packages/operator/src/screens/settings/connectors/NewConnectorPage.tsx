import type { Channel } from "@parlour/protocol";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { PageHeader } from "../kit/form/PageHeader.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { useForm } from "../kit/form/use-form.ts";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { useOpenCreated } from "../kit/resource/resource.ts";
import { useOperators } from "../queries.ts";
import { ConnectorFields } from "./ConnectorFields.tsx";
import {
  buildSettings,
  getConnectorLabels,
  mapConnectorErrorField,
  toFormValues,
  validateConnector,
  type ConnectorFormValues,
} from "./connector-form.ts";
import type { ConnectorScreen } from "./connector-screen.ts";
import { connectorScreens } from "./connector-screens.ts";
import { t } from "./text.ts";

/** Renders Settings → Email and messengers → Add: the choice of a service, then its settings. */
export function NewConnectorPage() {
  const operators = useOperators();
  const [screen, setScreen] = useState<ConnectorScreen | null>(
    () => connectorScreens.find(({ isReturn }) => isReturn?.(location.search) === true) ?? null,
  );
  if (screen === null) return <KindChoice onChoose={setScreen} />;
  return screen.SetUp === undefined ? (
    <NewConnectorForm screen={screen} />
  ) : (
    <QueryPageBody query={operators} title={t("connector.new", { kind: screen.title() })}>
      {(list) => screen.SetUp && <screen.SetUp operators={list} />}
    </QueryPageBody>
  );
}

function KindChoice({ onChoose }: { onChoose: (screen: ConnectorScreen) => void }) {
  return (
    <div className="formpage">
      <PageHeader title={t("connectors.new")} about={t("connectors.kind.hint")} />
      <div className="body">
        <ul className="card kinds" aria-label={t("connectors.kind")}>
          {connectorScreens.map((screen) => (
            <li key={screen.kind}>
              <Icon of={screen.icon} />
              <button type="button" onClick={() => onChoose(screen)}>
                {screen.title()}
              </button>
              <p className="hint">{screen.about()}</p>
              <Icon of={IconChevronRight} small flip />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function NewConnectorForm({ screen }: { screen: ConnectorScreen }) {
  const me = useCurrentOperator();
  const openCreated = useOpenCreated("channels", "connectors");
  const saved = toFormValues(screen, { name: screen.title(), operators: [me.id] });
  const form = useForm<ConnectorFormValues>({
    saved,
    validate: (values) => validateConnector(screen, values, true),
    mapErrorField: (error) => mapConnectorErrorField(saved, error),
    save: async (values) =>
      openCreated(
        await api.post<Channel>("/channels", {
          kind: screen.kind,
          name: values.name.trim(),
          operators: values.operators,
          settings: buildSettings(screen, values, true),
        }),
      ),
  });
  return (
    <FormPage
      title={t("connector.new", { kind: screen.title() })}
      about={screen.about()}

      form={form}
      labels={getConnectorLabels(screen)}
      verb={t("connector.create")}
    >
      <SettingsSection id="g-prepare" title={t("connector.step1")}>
        <ol className="instructions">
          {screen.preparation().map((instruction) => (
            <li key={instruction}>{instruction}</li>
          ))}
        </ol>
        <p className="hint">{t("connector.step3.new")}</p>
      </SettingsSection>
      <ConnectorFields screen={screen} form={form} readOnly={false} channel={null} />
    </FormPage>
  );
}

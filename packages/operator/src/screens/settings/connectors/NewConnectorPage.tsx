import type { Operator } from "@parlour/protocol";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { Icon } from "../../../ui/Icon.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { PageHeader } from "../kit/form/PageHeader.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { getKindLabels, useKindForm } from "../kit/kind/use-kind-form.ts";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { useOperators } from "../../../state/api/queries.ts";
import { toConnectorKind } from "./connector-kind.tsx";
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
    <QueryPageBody query={operators} title={getTitle(screen)}>
      {(list) => screen.SetUp && <screen.SetUp operators={list} />}
    </QueryPageBody>
  );
}

/** English names with a vowel sound at the beginning, such as SMS, have another article. */
const getTitle = ({ title }: ConnectorScreen): string =>
  t(/^(?:[AEIO]|SMS)/.test(title()) ? "connector.new.an" : "connector.new", { kind: title() });

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
  const kindScreen = {
    ...toConnectorKind(screen, null),
    newValues: ({ id }: Operator) => ({ name: screen.title(), operators: [id] }),
  };
  const form = useKindForm(kindScreen, null);
  return (
    <FormPage
      title={getTitle(screen)}
      about={screen.about()}
      form={form}
      labels={getKindLabels(kindScreen)}
      button={t("connector.create")}
    >
      <SettingsSection id="g-prepare" title={t("connector.step1")}>
        <ol className="instructions">
          {screen.preparation().map((instruction) => (
            <li key={instruction}>{instruction}</li>
          ))}
        </ol>
        <p className="hint">{t("connector.step3.new")}</p>
      </SettingsSection>
      <KindFields screen={kindScreen} form={form} readOnly={false} />
    </FormPage>
  );
}

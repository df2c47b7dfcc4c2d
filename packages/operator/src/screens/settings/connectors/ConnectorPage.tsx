import type { Channel } from "@parlour/protocol";
import { IconRefresh } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useKindMenu } from "../kit/kind/KindPage.tsx";
import { getKindLabels, useKindForm } from "../kit/kind/use-kind-form.ts";
import { DeliveriesLink, formatDate, QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { useChannel } from "../../../state/api/queries.ts";
import { t as page } from "../text.ts";
import { AddressCard, needsAddressCard } from "./AddressCard.tsx";
import { ChannelEmails } from "./ChannelEmails.tsx";
import { ChannelStatus } from "./ChannelStatus.tsx";
import { toConnectorKind } from "./connector-kind.tsx";
import type { ConnectorScreen } from "./connector-screen.ts";
import { findChannelScreen } from "./connector-screens.ts";
import { ServiceSection } from "./ServiceSection.tsx";
import { useConnectionTest } from "./use-connection-test.ts";
import { t } from "./text.ts";

/** Renders Settings → Email and messengers → one channel, with health and test (CON-040). */
export function ConnectorPage({ id }: { id: number }) {
  const channel = useChannel(id);
  return (
    <QueryPageBody query={channel} title={t("connectors.title")}>
      {(data) => {
        const screen = findChannelScreen(data);
        if (screen === null) return <Redirect to={`channels/${id}`} />;
        return <ConnectorForm screen={screen} channel={data} />;
      }}
    </QueryPageBody>
  );
}

function ConnectorForm({ screen, channel }: { screen: ConnectorScreen; channel: Channel }) {
  const kindScreen = toConnectorKind(screen, channel);
  const form = useKindForm(kindScreen, channel);
  const { menu, dialog } = useKindMenu({ screen: kindScreen, stored: channel });
  const test = useConnectionTest(channel.id);
  const { managed } = channel;
  const { ProblemAction } = screen;
  const isDirty = form.changed.length > 0;
  return (
    <>
      <FormPage
        title={channel.name}
        about={t("connector.about", {
          kind: screen.title(),
          account: screen.account(channel),
          date: formatDate(channel.created_at),
        })}
        form={form}
        labels={getKindLabels(kindScreen)}
        readOnly={managed ? page("page.managed") : null}
        tools={
          <>
            <Button
              icon={IconRefresh}
              unavailable={isDirty ? t("connector.test.dirty") : test.busy}
              onClick={test.run}
            >
              {t(test.busy ? "connector.test.busy" : "connector.test")}
            </Button>
            <DeliveriesLink />
            {!managed && menu}
          </>
        }
        above={
          <>
            <ChannelStatus
              channel={channel}
              test={test}
              action={ProblemAction && <ProblemAction channel={channel} />}
            />
            {channel.kind === "mail" && <ChannelEmails channel={channel} />}
          </>
        }
        side={
          needsAddressCard(channel) ? (
            <AddressCard channel={channel} readOnly={managed} />
          ) : undefined
        }
      >
        <KindFields screen={kindScreen} form={form} readOnly={managed} stored={channel} />
        <ServiceSection screen={screen} channel={channel} />
      </FormPage>
      {dialog}
    </>
  );
}

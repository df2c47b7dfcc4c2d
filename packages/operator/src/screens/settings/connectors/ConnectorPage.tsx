import type { Channel } from "@parlour/protocol";
import { IconRefresh } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { DeliveriesLink, formatDate, QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { createToggleEntry, updateResource } from "../kit/resource/resource.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";
import { useChannel } from "../queries.ts";
import { AddressCard, needsAddressCard } from "./AddressCard.tsx";
import { ChannelEmails } from "./ChannelEmails.tsx";
import { ChannelStatus } from "./ChannelStatus.tsx";
import { ConnectorFields } from "./ConnectorFields.tsx";
import {
  buildSettings,
  getConnectorLabels,
  listSettings,
  mapConnectorErrorField,
  toFormName,
  toFormValues,
  validateConnector,
  type ConnectorFormValues,
} from "./connector-form.ts";
import type { ConnectorScreen } from "./connector-screen.ts";
import { findChannelScreen } from "./connector-screens.ts";
import { useConnectionTest } from "./use-connection-test.ts";
import { t } from "./text.ts";

/**
 * Renders Settings → Email and messengers → one channel, with its health and its test (CON-040).
 */
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
  const form = useConnectorForm(screen, channel);
  const { menu, dialog } = useConnectorMenu(channel);
  const test = useConnectionTest(channel);
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
        labels={getConnectorLabels(screen)}
        readOnly={managed ? t("connector.managed") : null}
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
        {...(needsAddressCard(channel) && {
          side: <AddressCard channel={channel} readOnly={managed} />,
        })}
      >
        <ConnectorFields screen={screen} form={form} readOnly={managed} channel={channel} />
      </FormPage>
      {dialog}
    </>
  );
}

function useConnectorForm(screen: ConnectorScreen, channel: Channel): Form<ConnectorFormValues> {
  const saved = toFormValues(screen, channel);
  return useForm<ConnectorFormValues>({
    saved,
    secrets: listSettings(screen)
      .filter(({ field }) => field.type === "credential")
      .map(({ path }) => toFormName(path)),
    validate: (values) => validateConnector(screen, values, false),
    mapErrorField: (error) => mapConnectorErrorField(saved, error),
    save: async (values, changed) => {
      const hasNewSettings = changed.some((name) => name.startsWith("settings."));
      await updateResource("channels", channel.id, {
        ...(changed.includes("name") && { name: values.name.trim() }),
        ...(changed.includes("operators") && { operators: values.operators }),
        ...(hasNewSettings && { settings: buildSettings(screen, values, false) }),
      });
    },
  });
}

function useConnectorMenu(channel: Channel) {
  const labels = {
    turnOn: t("connector.turnon"),
    turnOff: t("connector.turnoff"),
    turnedOn: t("connector.turnedon"),
    turnedOff: t("connector.turnedoff"),
  };
  return useResourceMenu({
    label: t("connector.more"),
    deleteLabel: t("connector.delete"),
    otherEntries: [createToggleEntry({ list: "channels", of: channel, labels })],
    list: "channels",
    page: "connectors",
    id: channel.id,
    name: channel.name,
    text: t("connector.delete.text"),
    verb: t("connector.delete.verb"),
  });
}

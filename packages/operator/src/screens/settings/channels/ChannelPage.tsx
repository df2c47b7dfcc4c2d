import type { Channel, Operator } from "@parlour/protocol";
import { ChannelFields } from "./ChannelFields.tsx";
import {
  mapChannelErrorField,
  getChannelLabels,
  validateChannel,
  explainChannelError,
  type ChannelFormValues,
} from "./channel-form.ts";
import { ChannelConnection } from "./ChannelConnection.tsx";
import { ChannelStatus } from "./ChannelStatus.tsx";
import { useChannel, useOperators } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { formatDate, DeliveriesLink, QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { updateResource, createToggleEntry } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { useResourceMenu } from "../kit/resource/use-resource-menu.tsx";

/**
 * Renders Settings → Chat API → one channel (CH-002, CH-004, CH-110 – CH-113). Redirects to the
 * page of its kind if the channel is a site widget or belongs to a connector.
 */
export function ChannelPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  return (
    <QueryPageBody query={channel} title={t("menu.api")}>
      {(data) =>
        data.kind !== "api" ? (
          <Redirect to={`${data.kind === "widget" ? "widgets" : "connectors"}/${id}`} />
        ) : (
          <QueryPageBody query={operators} title={data.name}>
            {(operatorList) => <ChannelForm channel={data} operators={operatorList} />}
          </QueryPageBody>
        )
      }
    </QueryPageBody>
  );
}

function ChannelForm({ channel, operators }: { channel: Channel; operators: readonly Operator[] }) {
  const form = useChannelForm(channel);
  const { menu, dialog } = useChannelMenu(channel);
  const { managed } = channel;
  return (
    <>
      <FormPage
        title={channel.name}
        about={t("channel.about", { id: channel.public_id, date: formatDate(channel.created_at) })}

        form={form}
        labels={getChannelLabels()}
        readOnly={managed ? t("page.managed") : null}
        tools={
          <>
            <DeliveriesLink />
            {!managed && menu}
          </>
        }
        side={
          <ChannelStatus channel={channel} operators={operators} dirty={form.changed.length > 0} />
        }
      >
        <ChannelFields form={form} operators={operators} readOnly={managed} />
        <ChannelConnection channel={channel} />
      </FormPage>
      {dialog}
    </>
  );
}

function useChannelForm({
  id,
  name,
  endpoint_url,
  append_public_id,
  chunked,
  operators,
}: Channel): Form<ChannelFormValues> {
  return useForm<ChannelFormValues>({
    saved: {
      name,
      endpoint_url,
      append_public_id,
      chunked,
      operators: operators.toSorted((a, b) => a - b),
    },
    validate: validateChannel,
    mapErrorField: mapChannelErrorField,
    explainError: explainChannelError,
    save: async (values, changed) => {
      const trimmedEntries = changed.map((key) => [
        key,
        typeof values[key] === "string" ? values[key].trim() : values[key],
      ]);
      await updateResource("channels", id, Object.fromEntries(trimmedEntries));
    },
  });
}

function useChannelMenu(channel: Channel) {
  const labels = {
    turnOn: t("channel.turnon"),
    turnOff: t("channel.turnoff"),
    turnedOn: t("channel.turnedon"),
    turnedOff: t("channel.turnedoff"),
  };
  return useResourceMenu({
    label: t("channel.more"),
    deleteLabel: t("channel.delete"),
    otherEntries: [createToggleEntry({ list: "channels", of: channel, labels })],
    list: "channels",
    page: "channels",
    id: channel.id,
    name: channel.name,
    text: t("channel.delete.text"),
    verb: t("channel.delete.verb"),
  });
}

import type { Channel, Operator } from "@parlour/protocol";
import { ChannelFields } from "./ChannelFields.tsx";
import { channelFieldOf, channelLabels, checkChannel, explainChannel, type ChannelValues } from "./channel-form.ts";
import { ChannelConnection } from "./ChannelConnection.tsx";
import { ChannelSide } from "./ChannelSide.tsx";
import { useChannel, useOperators } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { dateOf, DeliveriesLink, Loaded, Redirect } from "./parts.tsx";
import { t } from "./text.ts";
import { change, turnEntry } from "./thing.ts";
import { useForm, type Form } from "./use-form.ts";
import { useThingMenu } from "./use-thing-menu.tsx";

/**
 * Settings → Chat API → one channel (CH-002, CH-004, CH-110 – CH-113). Redirects to the widget page
 * if the channel is a site widget.
 */
export function ChannelPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  return (
    <Loaded read={channel} title={t("menu.api")} back="channels">
      {(data) =>
        data.kind === "widget" ? (
          <Redirect to={`widgets/${id}`} />
        ) : (
          <Loaded read={operators} title={data.name} back="channels">
            {(people) => <ChannelForm channel={data} operators={people} />}
          </Loaded>
        )
      }
    </Loaded>
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
        about={t("channel.about", { id: channel.public_id, date: dateOf(channel.created_at) })}
        back="channels"
        form={form}
        labels={channelLabels()}
        readOnly={managed ? t("page.managed") : null}
        tools={
          <>
            <DeliveriesLink />
            {!managed && menu}
          </>
        }
        side={<ChannelSide channel={channel} operators={operators} dirty={form.changed.length > 0} />}
      >
        <ChannelFields form={form} operators={operators} readOnly={managed} />
        <ChannelConnection channel={channel} />
      </FormPage>
      {dialog}
    </>
  );
}

function useChannelForm({ id, name, endpoint_url, append_public_id, chunked, operators }: Channel): Form<ChannelValues> {
  return useForm<ChannelValues>({
    saved: { name, endpoint_url, append_public_id, chunked, operators: operators.toSorted((a, b) => a - b) },
    check: checkChannel,
    fieldOf: channelFieldOf,
    explain: explainChannel,
    save: async (values, changed) => {
      const trimmed = changed.map((key) => [key, typeof values[key] === "string" ? values[key].trim() : values[key]]);
      await change("channels", id, Object.fromEntries(trimmed));
    },
  });
}

function useChannelMenu(channel: Channel) {
  const words = {
    turnOn: t("channel.turnon"),
    turnOff: t("channel.turnoff"),
    turnedOn: t("channel.turnedon"),
    turnedOff: t("channel.turnedoff"),
  };
  return useThingMenu({
    label: t("channel.more"),
    deletes: t("channel.delete"),
    others: [turnEntry({ list: "channels", of: channel, words })],
    list: "channels",
    page: "channels",
    id: channel.id,
    name: channel.name,
    text: t("channel.delete.text"),
    verb: t("channel.delete.verb"),
  });
}

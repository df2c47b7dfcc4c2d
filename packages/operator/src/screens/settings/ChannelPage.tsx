import type { Channel, Operator } from "@parlour/protocol";
import { IconDots, IconPower, IconTrash } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { api, queries } from "../../state/api.ts";
import { wordsOf } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/menu.tsx";
import { toast } from "../../ui/toast.tsx";
import { i18n } from "../../text/index.ts";
import { ChannelFields } from "./ChannelFields.tsx";
import { channelFieldOf, channelLabels, checkChannel, explainChannel, type ChannelValues } from "./channel-form.ts";
import { ChannelConnection } from "./ChannelConnection.tsx";
import { ChannelSide } from "./ChannelSide.tsx";
import { stale, useChannel, useOperators } from "./data.ts";
import { DeleteChannel } from "./DeleteChannel.tsx";
import { FormPage } from "./FormPage.tsx";
import { DeliveriesLink, Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

/** Settings → Chat API → one channel (CH-002, CH-004, CH-110 – CH-113). A site widget has a page of its own. */
export function ChannelPage({ id }: { id: number }) {
  const channel = useChannel(id);
  const operators = useOperators();
  return (
    <Loaded read={channel} title={t("menu.api")} back="channels">
      {(data) =>
        data.kind === "widget" ? (
          <Navigate to="/settings/$" params={{ _splat: `widgets/${id}` }} replace />
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
  const [deleting, setDeleting] = useState(false);
  const { name, endpoint_url, chunked } = channel;
  const form = useForm<ChannelValues>({
    saved: { name, endpoint_url, chunked, operators: channel.operators.toSorted((a, b) => a - b) },
    check: checkChannel,
    fieldOf: channelFieldOf,
    explain: explainChannel,
    save: async (values, changed) => {
      const body = Object.fromEntries(changed.map((key) => [key, typeof values[key] === "string" ? values[key].trim() : values[key]]));
      put(await api.patch<Channel>(`/channels/${channel.id}`, body));
    },
  });
  const turn = async (enabled: boolean) => {
    try {
      put(await api.patch<Channel>(`/channels/${channel.id}`, { enabled }));
      toast(t(enabled ? "channel.turnedon" : "channel.turnedoff"), { action: { label: t("page.undo"), run: () => void turn(!enabled) } });
    } catch (error) {
      toast(wordsOf(error), { tone: "bad" });
    }
  };
  const tools = (
    <>
      <DeliveriesLink />
      {!channel.managed && (
        <Menu
          label={t("channel.more")}
          className="btn icon quiet"
          onAction={(action) => {
            if (action === "delete") setDeleting(true);
            else void turn(!channel.enabled);
          }}
          groups={[
            { entries: [{ id: "turn", icon: IconPower, label: t(channel.enabled ? "channel.turnoff" : "channel.turnon") }] },
            { entries: [{ id: "delete", icon: IconTrash, label: t("channel.delete"), danger: true }] },
          ]}
        >
          <Icon of={IconDots} />
        </Menu>
      )}
    </>
  );
  return (
    <>
      <FormPage
        title={channel.name}
        about={t("channel.about", {
          id: channel.public_id,
          date: i18n.date(new Date(channel.created_at), { day: "numeric", month: "short", year: "numeric" }),
        })}
        back="channels"
        form={form}
        labels={channelLabels()}
        readOnly={channel.managed ? t("page.managed") : null}
        tools={tools}
        side={<ChannelSide channel={channel} operators={operators} dirty={form.changed.length > 0} />}
      >
        <ChannelFields form={form} operators={operators} readOnly={channel.managed} />
        <ChannelConnection channel={channel} onChange={put} />
      </FormPage>
      {deleting && <DeleteChannel channel={channel} onClose={() => setDeleting(false)} />}
    </>
  );
}

function put(channel: Channel): void {
  queries.setQueryData(["channels", channel.id], channel);
  stale("channels");
}

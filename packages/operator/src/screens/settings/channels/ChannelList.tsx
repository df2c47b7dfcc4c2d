import type { Channel } from "@parlour/protocol";
import { IconPlugConnected } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { useChannels } from "../queries.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { AddEndpointLink } from "../kit/resource/ListPage.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";

/** Renders Settings → Chat API: all channels. */
export function ChannelList() {
  return (
    <ResourceListPage<Channel>
      query={useChannels()}
      title={t("menu.api")}
      about={t("channels.about")}
      add={<AddEndpointLink to="channels/new">{t("channels.new")}</AddEndpointLink>}
      empty={{
        icon: IconPlugConnected,
        title: t("channels.empty"),
        text: t("channels.empty.text"),
      }}
      name={{
        head: t("channels.name"),
        cell: (channel) => (
          <ResourceName
            resource={channel}
            page="channels"
            below={<small className="mono">{channel.endpoint_url}</small>}
          />
        ),
      }}
      columns={[
        { head: t("channels.status"), cell: (channel) => <StatusTag channel={channel} /> },
        {
          head: t("channels.operators"),
          className: "num",
          cell: (channel) => channel.operators.length,
        },
        { head: t("channels.in"), cell: (channel) => <Timestamp time={channel.last_inbound_at} /> },
        {
          head: t("channels.out"),
          cell: (channel) => <Timestamp time={channel.last_success_at} />,
        },
      ]}
    />
  );
}

function StatusTag({ channel }: { channel: Channel }) {
  if (!channel.enabled) return <Tag>0 · {t("channels.off")}</Tag>;
  return channel.status === 1 ? (
    <Tag tone="ok">1 · {t("channels.available")}</Tag>
  ) : (
    <Tag tone="warn">0 · {t("channels.nobody")}</Tag>
  );
}

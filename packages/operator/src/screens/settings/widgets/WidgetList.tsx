import type { Channel } from "@parlour/protocol";
import { IconMessageCircle } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { useAllChannels } from "../queries.ts";
import { Timestamp } from "../kit/resource/parts.tsx";
import { AddLink } from "../kit/resource/ListPage.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

export function WidgetList() {
  const query = useAllChannels();
  return (
    <ResourceListPage<Channel>
      query={{ ...query, data: query.data?.filter((channel) => channel.kind === "widget") }}
      title={t("widgets.title")}
      about={t("widgets.about")}
      add={<AddLink to="widgets/new">{t("widgets.new")}</AddLink>}
      empty={{ icon: IconMessageCircle, title: t("widgets.empty"), text: t("widgets.empty.text") }}
      name={{
        head: t("widgets.name"),
        cell: (channel) => (
          <ResourceName
            resource={channel}
            page="widgets"
            managed={t("widgets.managed")}
            below={<small className="mono">{channel.public_id}</small>}
          />
        ),
      }}
      columns={[
        {
          head: t("widgets.status"),
          className: "whole",
          cell: (channel) => <WidgetStatus channel={channel} />,
        },
        { head: t("widgets.sites"), cell: (channel) => formatSites(channel) },
        {
          head: t("widgets.operators"),
          className: "num",
          cell: (channel) => channel.operators.length,
        },
        {
          head: t("widgets.last"),
          cell: (channel) => <Timestamp time={channel.last_inbound_at} />,
        },
      ]}
    />
  );
}

function WidgetStatus({ channel }: { channel: Channel }) {
  if (!channel.enabled) return <Tag>{t("widgets.off")}</Tag>;
  return channel.status === 1 ? (
    <Tag tone="ok">{t("widgets.on")}</Tag>
  ) : (
    <Tag tone="warn">{t("widgets.nobody")}</Tag>
  );
}

function formatSites({ widget }: Channel): string {
  const [first, ...more] = widget?.origins ?? [];
  if (first === undefined) return t("widgets.everywhere");
  return more.length === 0 ? first : `${first} +${more.length}`;
}

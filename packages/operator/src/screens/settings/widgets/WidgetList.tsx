import type { Channel } from "@parlour/protocol";
import { IconMessageCircle } from "@tabler/icons-react";
import { Tag } from "../../../ui/marks.tsx";
import { useAllChannels } from "../data.ts";
import { At } from "../parts.tsx";
import { AddLink } from "../ListPage.tsx";
import { ThingList } from "../ThingList.tsx";
import { ThingName } from "../Things.tsx";
import { t } from "./text.ts";

/** Settings → Site widgets: all widgets. */
export function WidgetList() {
  const read = useAllChannels();
  return (
    <ThingList<Channel>
      read={{ ...read, data: read.data?.filter((channel) => channel.kind === "widget") }}
      title={t("widgets.title")}
      about={t("widgets.about")}
      add={<AddLink to="widgets/new">{t("widgets.new")}</AddLink>}
      empty={{ icon: IconMessageCircle, title: t("widgets.empty"), text: t("widgets.empty.text") }}
      name={{
        head: t("widgets.name"),
        cell: (channel) => (
          <ThingName
            of={channel}
            page="widgets"
            managed={t("widgets.managed")}
            below={<small className="mono">{channel.public_id}</small>}
          />
        ),
      }}
      columns={[
        { head: t("widgets.status"), className: "whole", cell: (channel) => <Status channel={channel} /> },
        { head: t("widgets.sites"), cell: (channel) => sitesOf(channel) },
        { head: t("widgets.operators"), className: "num", cell: (channel) => channel.operators.length },
        { head: t("widgets.last"), cell: (channel) => <At time={channel.last_inbound_at} /> },
      ]}
    />
  );
}

function Status({ channel }: { channel: Channel }) {
  if (!channel.enabled) return <Tag>{t("widgets.off")}</Tag>;
  return channel.status === 1 ? <Tag tone="ok">{t("widgets.on")}</Tag> : <Tag tone="warn">{t("widgets.nobody")}</Tag>;
}

function sitesOf({ widget }: Channel): string {
  const [first, ...more] = widget?.origins ?? [];
  if (first === undefined) return t("widgets.everywhere");
  return more.length === 0 ? first : `${first} +${more.length}`;
}

import type { Channel } from "@parlour/protocol";
import { IconMessages } from "@tabler/icons-react";
import { AddEndpointLink } from "../kit/resource/ListPage.tsx";
import { Timestamp } from "../kit/resource/parts.tsx";
import { ResourceListPage, ResourceName } from "../kit/resource/ResourceTable.tsx";
import { useConnectors } from "../../../state/api/queries.ts";
import { StateTag } from "./ChannelStatus.tsx";
import { findConnectorScreen } from "./connector-screens.ts";
import { t } from "./text.ts";

export function ConnectorList() {
  return (
    <ResourceListPage<Channel>
      query={useConnectors()}
      title={t("connectors.title")}
      about={t("connectors.about")}
      add={<AddEndpointLink to="connectors/new">{t("connectors.new")}</AddEndpointLink>}
      empty={{
        icon: IconMessages,
        title: t("connectors.empty"),
        text: t("connectors.empty.text"),
      }}
      name={{
        head: t("connectors.name"),
        cell: (channel) => (
          <ResourceName
            resource={channel}
            page="connectors"
            below={<small>{findConnectorScreen(channel.kind)?.title() ?? channel.kind}</small>}
          />
        ),
      }}
      columns={[
        {
          head: t("connectors.account"),
          cell: (channel) => findConnectorScreen(channel.kind)?.account(channel) ?? "",
        },
        { head: t("connectors.state"), cell: (channel) => <StateTag channel={channel} /> },
        {
          head: t("connectors.in"),
          cell: (channel) => <Timestamp time={channel.last_inbound_at} />,
        },
        {
          head: t("connectors.out"),
          cell: (channel) => <Timestamp time={channel.last_success_at} />,
        },
      ]}
    />
  );
}

import type { Bot } from "@parlour/protocol/api";
import { IconRobot } from "@tabler/icons-react";
import { Tag } from "../../../ui/badges.tsx";
import { useBots } from "../../../state/api/queries.ts";
import { Timestamp, LastFailure } from "../kit/resource/parts.tsx";
import { t as shared } from "../text.ts";
import { AddEndpointLink } from "../kit/resource/ListPage.tsx";
import { ResourceListPage } from "../kit/resource/ResourceTable.tsx";
import { ResourceName } from "../kit/resource/ResourceTable.tsx";
import { t } from "./text.ts";

/** Renders Settings → Bots: all bots (BOT-003). */
export function BotList() {
  return (
    <ResourceListPage<Bot>
      query={useBots()}
      title={shared("menu.bots")}
      about={t("bots.about")}
      add={<AddEndpointLink to="bots/new">{t("bots.new")}</AddEndpointLink>}
      empty={{ icon: IconRobot, title: t("bots.empty"), text: t("bots.empty.text") }}
      name={{
        head: t("bots.name"),
        cell: (bot) => (
          <ResourceName
            resource={bot}
            page="bots"
            below={<small className="mono">{bot.endpoint_url}</small>}
          />
        ),
      }}
      columns={[
        { head: t("bots.provider"), cell: (bot) => <bdi>{bot.provider.name}</bdi> },
        { head: t("bots.status"), cell: (bot) => <BotStatus bot={bot} /> },
        { head: t("bots.out"), cell: (bot) => <Timestamp time={bot.last_success_at} /> },
        {
          head: t("bots.failure"),
          cell: (bot) => <LastFailure failure={bot.last_failure} endpoint={bot.endpoint_id} />,
        },
      ]}
    />
  );
}

function BotStatus({ bot }: { bot: Bot }) {
  if (bot.provider.state !== "active") return <Tag tone="warn">{t("bots.suspended")}</Tag>;
  return bot.enabled ? <Tag tone="ok">{shared("page.on")}</Tag> : <Tag>{shared("page.off")}</Tag>;
}

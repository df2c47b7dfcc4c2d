import type { Bot } from "@parlour/protocol/api";
import { IconRobot } from "@tabler/icons-react";
import { Tag } from "../../../ui/marks.tsx";
import { useBots } from "../data.ts";
import { At, LastFailure } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { AddAddressLink } from "../ListPage.tsx";
import { ThingList } from "../ThingList.tsx";
import { ThingName } from "../Things.tsx";
import { t } from "./text.ts";

/** Settings → Bots: all bots (BOT-003). */
export function BotList() {
  return (
    <ThingList<Bot>
      read={useBots()}
      title={shared("menu.bots")}
      about={t("bots.about")}
      add={<AddAddressLink to="bots/new">{t("bots.new")}</AddAddressLink>}
      empty={{ icon: IconRobot, title: t("bots.empty"), text: t("bots.empty.text") }}
      name={{
        head: t("bots.name"),
        cell: (bot) => <ThingName of={bot} page="bots" below={<small className="mono">{bot.endpoint_url}</small>} />,
      }}
      columns={[
        { head: t("bots.provider"), cell: (bot) => <bdi>{bot.provider.name}</bdi> },
        { head: t("bots.status"), cell: (bot) => <BotStatus bot={bot} /> },
        { head: t("bots.out"), cell: (bot) => <At time={bot.last_success_at} /> },
        { head: t("bots.failure"), cell: (bot) => <LastFailure failure={bot.last_failure} endpoint={bot.endpoint_id} /> },
      ]}
    />
  );
}

function BotStatus({ bot }: { bot: Bot }) {
  if (bot.provider.state !== "active") return <Tag tone="warn">{t("bots.suspended")}</Tag>;
  return bot.enabled ? <Tag tone="ok">{shared("page.on")}</Tag> : <Tag>{shared("page.off")}</Tag>;
}

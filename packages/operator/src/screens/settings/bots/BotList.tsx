import type { Bot } from "@parlour/protocol/api";
import { IconPlus, IconRobot } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../../ui/Failure.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Empty, Tag } from "../../../ui/marks.tsx";
import { useBots } from "../data.ts";
import { PageHead } from "../FormPage.tsx";
import { At, LastFailure, Loaded } from "../parts.tsx";
import { t as shared } from "../text.ts";
import { t } from "./text.ts";

/** Settings → Bots: all connections (BOT-003). */
export function BotList() {
  const read = useBots();
  const add = (
    <Link className="btn primary" to="/settings/$" params={{ _splat: "bots/new" }}>
      <Icon of={IconPlus} /> {t("bots.new")}
    </Link>
  );
  return (
    <Loaded read={read} title={shared("menu.bots")} about={t("bots.about")} rows>
      {(bots) => (
        <section className="formpage" aria-label={shared("menu.bots")}>
          <PageHead title={shared("menu.bots")} about={t("bots.about")}>
            {bots.length > 0 && add}
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            {bots.length === 0 ? (
              <Empty icon={IconRobot} title={t("bots.empty")} action={add}>
                {t("bots.empty.text")}
              </Empty>
            ) : (
              <div className="cols wide">
                <div className="card">
                  <table className="things">
                    <thead>
                      <tr>
                        <th scope="col">{t("bots.name")}</th>
                        <th scope="col">{t("bots.provider")}</th>
                        <th scope="col">{t("bots.status")}</th>
                        <th scope="col">{t("bots.out")}</th>
                        <th scope="col">{t("bots.failure")}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {bots.map((bot) => (
                        <tr key={bot.id}>
                          <th scope="row">
                            <Link to="/settings/$" params={{ _splat: `bots/${bot.id}` }}>
                              {bot.name}
                            </Link>
                            {bot.managed && <Tag>parlour.yaml</Tag>}
                            <small className="mono">{bot.endpoint_url}</small>
                          </th>
                          <td data-label={t("bots.provider")}>{bot.provider.name}</td>
                          <td data-label={t("bots.status")}>
                            <BotStatus bot={bot} />
                          </td>
                          <td data-label={t("bots.out")}>
                            <At time={bot.last_success_at} />
                          </td>
                          <td data-label={t("bots.failure")}>
                            <LastFailure failure={bot.last_failure} endpoint={bot.endpoint_id} />
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
              </div>
            )}
          </div>
        </section>
      )}
    </Loaded>
  );
}

function BotStatus({ bot }: { bot: Bot }) {
  if (bot.provider.state !== "active") return <Tag tone="warn">{t("bots.suspended")}</Tag>;
  return bot.enabled ? <Tag tone="ok">{shared("page.on")}</Tag> : <Tag>{shared("page.off")}</Tag>;
}

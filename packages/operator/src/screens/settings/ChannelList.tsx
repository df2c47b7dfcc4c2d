import type { Channel } from "@parlour/protocol";
import { IconPlugConnected, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Failure } from "../../ui/Failure.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Empty, Tag } from "../../ui/marks.tsx";
import { useChannels } from "./data.ts";
import { PageHead } from "./FormPage.tsx";
import { At, Loaded } from "./parts.tsx";
import { t } from "./text.ts";

/** Settings → Chat API: all channels. */
export function ChannelList() {
  const read = useChannels();
  const add = (
    <Link className="btn primary" to="/settings/$" params={{ _splat: "channels/new" }}>
      <Icon of={IconPlus} /> {t("channels.new")}
    </Link>
  );
  return (
    <Loaded read={read} title={t("menu.api")} about={t("channels.about")} rows>
      {(channels) => (
        <section className="formpage" aria-label={t("menu.api")}>
          <PageHead title={t("menu.api")} about={t("channels.about")}>
            {channels.length > 0 && add}
          </PageHead>
          {read.isError && <Failure error={read.error} onRetry={() => void read.refetch()} />}
          <div className="body">
            {channels.length === 0 ? (
              <Empty icon={IconPlugConnected} title={t("channels.empty")} action={add}>
                {t("channels.empty.text")}
              </Empty>
            ) : (
              <div className="cols wide">
                <div className="card">
                  <table className="things">
                    <thead>
                      <tr>
                        <th scope="col">{t("channels.name")}</th>
                        <th scope="col">{t("channels.status")}</th>
                        <th scope="col">{t("channels.operators")}</th>
                        <th scope="col">{t("channels.in")}</th>
                        <th scope="col">{t("channels.out")}</th>
                      </tr>
                    </thead>
                    <tbody>
                      {channels.map((channel) => (
                        <tr key={channel.id}>
                          <th scope="row">
                            <Link to="/settings/$" params={{ _splat: `channels/${channel.id}` }}>
                              {channel.name}
                            </Link>
                            {channel.managed && <Tag>{t("channels.managed")}</Tag>}
                            <small className="mono">{channel.endpoint_url}</small>
                          </th>
                          <td data-label={t("channels.status")}>
                            <StatusTag channel={channel} />
                          </td>
                          <td className="num" data-label={t("channels.operators")}>
                            {channel.operators.length}
                          </td>
                          <td data-label={t("channels.in")}>
                            <At time={channel.last_inbound_at} />
                          </td>
                          <td data-label={t("channels.out")}>
                            <At time={channel.last_success_at} />
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

function StatusTag({ channel }: { channel: Channel }) {
  if (!channel.enabled) return <Tag>0 · {t("channels.off")}</Tag>;
  return channel.status === 1 ? <Tag tone="ok">1 · {t("channels.available")}</Tag> : <Tag tone="warn">0 · {t("channels.nobody")}</Tag>;
}

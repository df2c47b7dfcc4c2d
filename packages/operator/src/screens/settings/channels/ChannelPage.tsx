import { KindPage } from "../kit/kind/KindPage.tsx";
import { QueryPageBody, Redirect } from "../kit/resource/parts.tsx";
import { useChannel } from "../../../state/api/queries.ts";
import { t } from "../text.ts";
import { channelScreen } from "./screen.tsx";

/**
 * Renders Settings → Chat API → one channel. Redirects site widgets and channels of connectors to
 * their pages.
 */
export function ChannelPage({ id }: { id: number }) {
  return (
    <QueryPageBody query={useChannel(id)} title={t("channel.title")}>
      {({ kind }) =>
        kind === "api" ? (
          <KindPage screen={channelScreen} id={id} />
        ) : (
          <Redirect to={`${kind === "widget" ? "widgets" : "connectors"}/${id}`} />
        )
      }
    </QueryPageBody>
  );
}

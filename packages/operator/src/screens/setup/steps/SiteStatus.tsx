import type { Channel } from "@parlour/protocol";
import type { GetStarted, DetectedSite } from "@parlour/protocol/api";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { api } from "../../../state/api/api.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { useNow } from "../../../ui/time.ts";
import { formatTimeAgo } from "../../../ui/site/time-ago.ts";
import { StatusRow } from "./StatusRow.tsx";
import { t } from "../text.ts";
import { parseUrl } from "../../../state/browser/parse-url.ts";

/** Shows whether a page of the shop has loaded the snippet. */
export function SiteStatus({
  channel,
  widget,
  onAdded,
}: {
  channel: Channel;
  widget: GetStarted["widget"];
  onAdded: () => void;
}) {
  const isOverdue = useHasElapsed(600_000);
  if (widget?.seen != null) return <SeenSiteRow site={widget.seen} />;
  const missing = widget?.elsewhere ?? null;
  if (missing !== null)
    return (
      <StatusRow
        state="warn"
        title={t("seen.title", { site: toHost(missing.origin) })}
        action={
          <MutationButton small mutate={() => addOrigin(channel.id, missing.origin).then(onAdded)}>
            {t("seen.add")}
          </MutationButton>
        }
      >
        {t("seen.elsewhere")}
      </StatusRow>
    );
  return (
    <StatusRow state="waiting" title={t("seen.waiting")}>
      {t(isOverdue ? "seen.late" : "seen.waiting.text")}
    </StatusRow>
  );
}

function SeenSiteRow({ site }: { site: DetectedSite }) {
  const now = useNow(1_000);
  const ago = formatTimeAgo(site.at, now);
  return (
    <StatusRow state="ok" title={t("seen.title", { site: toHost(site.origin) })}>
      {site.page_title ? t("seen.page", { ago, page: site.page_title }) : ago}
    </StatusRow>
  );
}

/**
 * Adds an origin to the widget. Loads the list of origins again, because it may have changed since
 * the step opened.
 */
async function addOrigin(channelId: number, origin: string): Promise<void> {
  const { widget } = await api.get<Channel>(`/channels/${channelId}`);
  await api.patch(`/channels/${channelId}`, {
    widget: { origins: [...(widget?.origins ?? []), origin] },
  });
}

const toHost = (origin: string): string => parseUrl(origin)?.host ?? origin;

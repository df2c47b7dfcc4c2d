import type { Channel } from "@parlour/protocol";
import type { GetStarted, DetectedSite } from "@parlour/protocol/api";
import { useHasElapsed } from "../../../ui/loading/delay.ts";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { useNow } from "../../../ui/time.ts";
import { formatTimeAgo } from "../../../ui/site/time-ago.ts";
import { StatusRow } from "./StatusRow.tsx";
import { t } from "../text.ts";
import { addOrigin, toHost } from "../../../ui/site/add-origin.ts";

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

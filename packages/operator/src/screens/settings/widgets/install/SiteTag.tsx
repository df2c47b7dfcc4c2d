// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { Channel } from "@parlour/protocol";
import { IconCheck } from "@tabler/icons-react";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { invalidateLists } from "../../../../state/api/queries.ts";
import { Tag } from "../../../../ui/badges.tsx";
import { MutationButton } from "../../../../ui/MutationButton.tsx";
import { addOrigin, toHost } from "../../../../ui/site/add-origin.ts";
import { formatTimeAgo } from "../../../../ui/site/time-ago.ts";
import { useGetStarted } from "../../../../ui/start/use-get-started.ts";
import { useNow } from "../../../../ui/time.ts";
import { t } from "../text.ts";

/**
 * Shows on which site a page loaded the widget last (API-571). A site that is not allowed can be
 * added. Shows nothing until a page loads the widget.
 */
export function SiteTag({ channel }: { channel: Channel }) {
  const isNeeded = can(useCurrentOperator(), "account.manage");
  const { data, refetch } = useGetStarted({
    channel: channel.id,
    isNeeded,
    pollIntervalMs: 5_000,
  });
  const now = useNow(1_000, isNeeded);
  const { seen = null, elsewhere = null } = data?.widget ?? {};
  const add = async (origin: string) => {
    await addOrigin(channel.id, origin);
    invalidateLists("channels");
    await refetch();
  };
  return (
    <div className="install-seen">
      <span role="status">
        {seen !== null && (
          <Tag tone="ok" icon={IconCheck}>
            {t("install.seen", { site: toHost(seen.origin), ago: formatTimeAgo(seen.at, now) })}
          </Tag>
        )}
        {seen === null && elsewhere !== null && (
          <Tag tone="warn">{t("install.elsewhere", { site: toHost(elsewhere.origin) })}</Tag>
        )}
      </span>
      {seen === null && elsewhere !== null && !channel.managed && (
        <MutationButton small mutate={() => add(elsewhere.origin)}>
          {t("install.add")}
        </MutationButton>
      )}
    </div>
  );
}

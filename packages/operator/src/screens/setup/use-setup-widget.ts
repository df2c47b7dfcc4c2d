import type { Channel, Operator } from "@parlour/protocol";
import { useEffect, useRef, useState } from "react";
import { api } from "../../state/api/api.ts";
import type { SiteDraft } from "./steps/SiteStep.tsx";
import { t } from "./text.ts";

interface SetupWidgetOptions {
  /** Whether a step needs the widget. */
  isNeeded: boolean;
  owner: Operator | null;
  /** The saved site. Null if the step was skipped. */
  site: SiteDraft | null;
  /** Id of the widget that this set-up created before a reload, or null. */
  channelId: number | null;
  onReady: (channel: Channel) => void;
}

/** Creates the widget once. Updates its name and colour when the site changes. */
export function useSetupWidget({ isNeeded, owner, site, channelId, onReady }: SetupWidgetOptions): {
  failure: unknown;
  retry: () => void;
} {
  const [failure, setFailure] = useState<unknown>(null);
  const [attempts, setAttempts] = useState(0);
  const savedVersion = useRef("");
  const version = JSON.stringify([site, attempts]);
  useEffect(() => {
    if (!isNeeded || owner === null || savedVersion.current === version) return;
    savedVersion.current = version;
    setFailure(null);
    saveWidget(channelId, site, owner.id).then(onReady, (error: unknown) => {
      savedVersion.current = "";
      setFailure(error);
    });
    // A new `getChannelId` must not save the widget again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isNeeded, owner, version]);
  return { failure, retry: () => setAttempts((n) => n + 1) };
}

async function saveWidget(
  channelId: number | null,
  site: SiteDraft | null,
  operator: number,
): Promise<Channel> {
  const name = site?.name.trim() ?? t("button.name");
  const widget = site === null ? {} : { accent: site.accent };
  if (channelId === null)
    return api.post<Channel>("/channels", { kind: "widget", name, operators: [operator], widget });
  return api.patch<Channel>(`/channels/${channelId}`, { name, widget });
}

import { IconUser } from "@tabler/icons-react";
import { useMemo } from "react";
import type { CommandGroup } from "../../ui/keyboard/commands.ts";
import { useStatuses } from "../../ui/presence/statuses.ts";
import { formatStatusName } from "../../ui/presence/use-custom-status.ts";
import { setPresence } from "../status/status-parts.tsx";
import { t as shellText } from "../text.ts";
import { t } from "./text.ts";

/** Returns commands that choose a status. Going offline asks about open chats. */
export function useStatusCommands(): CommandGroup {
  const statuses = useStatuses(true);
  return useMemo(() => {
    const presences = (["online", "away"] as const).map((status) => ({
      id: `status-${status}`,
      label: shellText(`presence.${status}`),
      icon: IconUser,
      searchTerms: t("group.status"),
      run: () => void setPresence({ status }),
    }));
    const own = statuses.map((status) => ({
      id: `status-${status.id}`,
      label: formatStatusName(status),
      icon: IconUser,
      searchTerms: t("group.status"),
      run: () => void setPresence({ status_id: status.id }),
    }));
    return { title: t("group.status"), kind: "status", commands: [...presences, ...own] };
  }, [statuses]);
}

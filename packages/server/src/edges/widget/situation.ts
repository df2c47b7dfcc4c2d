import type { WidgetSituation } from "@parlour/protocol/widget";
import { callState } from "../../core/call/available.ts";
import { botFor } from "../../core/bot/scope.ts";
import { hoursFor, isOpen, nextOpening } from "../../core/hours/open.ts";
import { isAvailable, isSomebodyThere, onlineOperators } from "../../core/operator/eligible.ts";
import type { AccountConfig } from "../../core/ports.ts";
import { timeText } from "../../core/chat/draft.ts";
import type { Widget } from "./deps.ts";

/** Whether somebody is there for a widget's visitors now, and what may be offered instead (WG-031, WG-062, CORE-092). */
export function situationOf(
  config: AccountConfig,
  widget: Widget,
  isOnline: (operatorId: number) => boolean,
  now: number,
  /** Of the visitor: what keeps him from being called (WG-062). */
  asker: { readonly isBusy: boolean; readonly isLimited: boolean },
): WidgetSituation {
  const online = onlineOperators(config, isOnline);
  const channel = { id: widget.channelId };
  const hours = hoursFor(config, null, widget.channelId);
  const working = isOpen(hours, now);
  const opens = working ? null : nextOpening(hours, now);
  const anybody = isSomebodyThere(config, { channel, department: null }, online);
  const prefixes = config.calls?.prefixes ?? [];
  return {
    mode: working && anybody ? "online" : "offline",
    bot: botFor(config, widget.channelId) !== null,
    opens_at: opens === null ? null : timeText(opens),
    working_hours: working,
    operators_online: anybody,
    call: callState(config, { channelId: widget.channelId, online, ...asker, now }),
    ...(prefixes.length === 0 ? {} : { call_prefixes: [...prefixes] }),
    departments: widget.settings.departments.flatMap((id) => {
      const department = config.departments.get(id);
      if (department === undefined) return [];
      return [{ id, name: department.name, online: isAvailable(config, { channel, department: { id } }, online, now) }];
    }),
  };
}

import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { WidgetAgent, WidgetAvailability } from "@parlour/protocol/widget";
import { getCallAvailability } from "../../../core/call/availability.ts";
import { selectBot } from "../../../core/bot/assignment.ts";
import { isOpen, nextOpening } from "@parlour/protocol/hours/open-hours";
import { effectiveHours } from "../../../core/hours/effective-hours.ts";
import {
  canAnswerChats,
  isChatAnswerable,
  getOnlineOperators,
  findAvailableOperators,
} from "../../../core/operator/eligibility.ts";
import type { AccountConfig, OperatorConfig } from "../../../core/command.ts";
import { formatTime } from "../../../core/chat/create.ts";
import type { WidgetEdgeDeps } from "../deps.ts";
import type { Widget } from "../types.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

export interface AvailabilityFacts {
  readonly isOnline: (operatorId: number) => boolean;
  readonly now: number;
  /** Reasons why the visitor cannot request a call now (WG-062). */
  readonly callRestrictions: { readonly isBusy: boolean; readonly isLimited: boolean };
  /** Usual reply time in minutes (WG-114). */
  readonly replyMin: number | null;
  /** Country of the visitor's IP address. "" if unknown. */
  readonly country: string;
  /** Segments for the triggers of the page (WG-291). */
  readonly segments?: readonly number[] | undefined;
}

/**
 * Computes whether operators can answer the visitors of a widget now, and what else the widget can
 * offer (WG-031, WG-062, CORE-092).
 */
export function computeAvailability(
  config: AccountConfig,
  widget: Widget,
  { isOnline, now, callRestrictions, replyMin, country, segments }: AvailabilityFacts,
): WidgetAvailability {
  const online = getOnlineOperators(config, isOnline);
  const channel = { id: widget.channelId };
  const hours = effectiveHours(config, null, widget.channelId);
  const isOpenNow = isOpen(hours, now);
  const opensAt = isOpenNow ? null : nextOpening(hours, now);
  const presentOperators = [
    ...findAvailableOperators(config, { channel, department: null }, online, { now }),
  ];
  const hasOperators = presentOperators.length > 0;
  const bot = selectBot({ config, now }, { channel });
  const available = isOpenNow ? presentOperators : [];
  const prefixes = config.calls?.prefixes ?? [];
  return {
    mode: isOpenNow && hasOperators ? "online" : "offline",
    bot: bot !== null,
    opens_at: opensAt === null ? null : formatTime(opensAt),
    working_hours: isOpenNow,
    operators_online: hasOperators,
    call: getCallAvailability(config, {
      channelId: widget.channelId,
      online,
      ...callRestrictions,
      now,
    }),
    ...omitAbsent({ call_prefixes: prefixes.length === 0 ? undefined : [...prefixes] }),
    departments: widget.settings.departments.flatMap((id) => {
      const department = config.departments.get(id);
      if (department === undefined) return [];
      return [
        {
          id,
          name: department.name,
          online: isChatAnswerable(config, { channel, department: { id } }, online, { now }),
        },
      ];
    }),
    ...omitAbsent({ no_email: config.mail === undefined || undefined }),
    country,
    ...omitAbsent({ segment: segments && [...segments] }),
    team: {
      agents: widget.settings.show_operators ? getShownAgents(config, widget, available) : [],
      available: available.length,
      bot: bot === null ? null : bot.name,
      reply_min: replyMin,
      timezone: hours === null ? null : hours.timezone,
    },
  };
}

/**
 * Returns the operators that the header shows: available ones, otherwise some of those who answer
 * this widget (WG-113).
 */
function getShownAgents(
  config: AccountConfig,
  widget: Widget,
  available: readonly OperatorConfig[],
): WidgetAgent[] {
  const chosen = config.channels.get(widget.channelId)?.operators ?? [];
  const usual = [...chosen].flatMap((id) => config.operators.get(id) ?? []).filter(canAnswerChats);
  const shownOperators = available.length > 0 ? available.slice(0, 3) : usual.slice(0, 2);
  return shownOperators.map(({ name, photo }) => ({
    name: name.trim().split(/\s+/, 1)[0] ?? "",
    photo,
  }));
}

/** Returns why a visitor cannot request a call: one in progress, or limits (WG-062, CFG-030). */
export function getCallRestrictions(
  limits: WidgetEdgeDeps["limits"],
  { callId, visitorId }: VisitorConnection,
): { readonly isBusy: boolean; readonly isLimited: boolean } {
  return { isBusy: callId !== null, isLimited: limits.isExceeded("calls", `v:${visitorId}`) };
}

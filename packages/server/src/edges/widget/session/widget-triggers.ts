import type { Rule } from "@parlour/protocol/rules";
import { listSegments } from "@parlour/protocol/rules/segments";
import type { AccountConfig } from "../../../core/command.ts";
import type { VisitorData } from "../../../core/event.ts";
import { filterSegments } from "../../../core/field/account-facts.ts";
import type { VisitorConnection } from "../visitor-connection.ts";

/** Returns the account's triggers for this widget, in their order (WG-050). */
export function listWidgetTriggers(
  { triggers = [] }: AccountConfig,
  channelId: number,
): readonly Rule[] {
  return triggers
    .filter(({ channels }) => channels === null || channels.has(channelId))
    .map(({ rule }) => rule);
}

/**
 * Returns the segments of the connection's visitor, of those that triggers of the widget name
 * (WG-291). The page gets no others. undefined: the triggers name none. `now`: ms since 1970.
 */
export function findNamedSegments(
  config: AccountConfig,
  { widget, number }: VisitorConnection,
  visitor: VisitorData,
  now: number,
): readonly number[] | undefined {
  const named = listWidgetTriggers(config, widget.channelId).flatMap((rule) =>
    listSegments(rule.if).map(({ segment }) => Number(segment)),
  );
  return named.length === 0
    ? undefined
    : filterSegments(config, named, { ...visitor, number }, now);
}

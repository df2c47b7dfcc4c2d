import type { Condition, Once, RuleAction } from "@parlour/protocol/rules";
import type { VisitSource } from "../../../core/entity.ts";
import type { TrailPage } from "../../visitors/visitor-record.ts";

/** A stored trigger (API-041). `if` null: always; `channels` null: all widgets. */
export interface TriggerRow {
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  readonly if: Condition | null;
  readonly do: readonly RuleAction[];
  readonly channels: readonly number[] | null;
  readonly managed: boolean;
}
/** A loaded trigger. */
export interface TriggerRecord extends TriggerRow {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/**
 * The last visit of a visitor, with the fields that a dry run needs (API-041). Times in
 * milliseconds since 1970.
 */
export interface LastVisit {
  readonly number: number;
  readonly name: string | null;
  readonly channelId: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly pages: number;
  readonly visits: number;
  readonly referrer: string;
  /** Newest first. */
  readonly trail: readonly TrailPage[];
  readonly session: VisitSource;
  /** The visitor had an open chat when the visit started. */
  readonly hasChat: boolean;
}

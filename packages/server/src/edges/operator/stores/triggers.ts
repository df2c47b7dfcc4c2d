import type { Condition, Once, RuleAction } from "@parlour/protocol/rules";
import type { Session } from "../../../core/entity.ts";
import type { Tx } from "./tx.ts";

interface TriggerFields {
  readonly name: string;
  readonly enabled: boolean;
  readonly once: Once;
  /** null: always. */
  readonly if: Condition | null;
  readonly do: readonly RuleAction[];
  /** null: all widgets. */
  readonly channels: readonly number[] | null;
  readonly managed: boolean;
}
export interface TriggerRecord extends TriggerFields {
  readonly id: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** The last visit of somebody, for a dry run; times in milliseconds since 1970, `trail` newest first. */
export interface LastVisit {
  readonly number: number;
  readonly name: string | null;
  readonly channelId: number;
  readonly startedAt: number;
  readonly lastAt: number;
  readonly pages: number;
  readonly visits: number;
  readonly referrer: string;
  readonly trail: readonly { readonly url: string; readonly title: string; readonly at: number }[];
  readonly session: Session;
  /** A chat of his ran when the visit began. */
  readonly hasChat: boolean;
}
export interface TriggerStore {
  /** In their order. */
  list(account: number): Promise<readonly TriggerRecord[]>;
  find(account: number, id: number): Promise<TriggerRecord | null>;
  listIn(tx: Tx, account: number): Promise<readonly TriggerRecord[]>;
  knownChannels(tx: Tx, account: number, ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Null: the name is taken. */
  create(tx: Tx, account: number, row: TriggerFields, now: number): Promise<number | null>;
  update(tx: Tx, account: number, id: number, row: TriggerFields, now: number): Promise<"done" | "name_taken" | "not_found">;
  order(tx: Tx, account: number, ids: readonly number[]): Promise<void>;
  remove(tx: Tx, account: number, id: number): Promise<boolean>;
  lastVisits(account: number, channels: readonly number[] | null, limit: number): Promise<readonly LastVisit[]>;
}

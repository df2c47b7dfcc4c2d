import type { LastFailure } from "../integrations/endpoint-record.ts";

/** A browser of an operator that receives push notifications. */
export interface PushDeviceRecord {
  readonly id: number;
  readonly endpointId: number;
  readonly sessionId: number;
  readonly name: string;
  readonly language: "en" | "ru";
  readonly showText: boolean;
  readonly quiet: QuietHours | null;
  readonly createdAt: string;
  readonly lastSuccessAt: string | null;
  readonly lastFailure: LastFailure | null;
}
/** Data of a new device. */
export interface PushDeviceRow {
  readonly operatorId: number;
  readonly operatorName: string;
  readonly sessionId: number;
  readonly url: string;
  /** Keys of the subscription, base64url. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly name: string;
  readonly language: "en" | "ru";
  readonly showText: boolean;
  readonly quiet: QuietHours | null;
  readonly now: number;
}
/** Daily period without notifications on a device, such as `22:00` to `07:00`. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}
/** How an operator can be notified. */
export interface ReachabilityRecord {
  readonly operatorId: number;
  readonly devices: number;
  readonly lastSuccessAt: string | null;
  readonly selfTest: { readonly at: string; readonly broken: readonly string[] } | null;
}

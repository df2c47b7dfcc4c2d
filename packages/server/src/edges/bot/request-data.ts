import type { ChatData, VisitorData } from "../../core/event.ts";

/** How to get an access token for a connection (BOT-031). Secrets are sealed under SECRET_KEY. */
export interface TokenEndpointSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: Buffer;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}
/** Current data that requests to a provider are built from. */
export interface BotRequestData {
  readonly bot: {
    readonly id: number;
    readonly providerId: string;
    readonly isDeleted: boolean;
    readonly token: Buffer;
    /** BOT-012: appends the token to a URL without a placeholder for it. */
    readonly appendToken: boolean;
    readonly authorization: TokenEndpointSettings | null;
  };
  /** Null if no chat was requested or the chat does not exist. */
  readonly chat: {
    readonly entity: ChatData;
    /** Number of the chat's last message. */
    readonly lastSeq: number;
    readonly visitor: VisitorData;
    readonly channel: { readonly publicId: string; readonly kind: "api" | "widget" };
    /** Whether another delivery entered the lane before this one after it was claimed (BOT-071). */
    readonly isOvertaken: boolean;
  } | null;
}
/**
 * Loads the data in one query. Null if no connection has this endpoint. `lane` is the position of
 * the delivery.
 */
export type LoadRequestData = (
  account: number,
  endpointId: number,
  chatId: number | null,
  lane?: { readonly orderKey: number; readonly lanePlace: number },
) => Promise<BotRequestData | null>;

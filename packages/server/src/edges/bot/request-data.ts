import type { ChannelKind } from "../../core/entity.ts";
import type { ChatData, VisitorData } from "../../core/event.ts";

/** Settings to obtain an access token (BOT-031), with secrets sealed by SECRET_KEY. */
export interface TokenEndpointSettings {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: Buffer;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}
/** Current data from which requests to a provider are built. */
export interface BotRequestData {
  readonly bot: {
    readonly id: number;
    readonly providerId: string;
    readonly isDeleted: boolean;
    readonly token: Buffer;
    /** Whether to append the token to a URL that has no placeholder for it (BOT-012). */
    readonly appendToken: boolean;
    readonly authorization: TokenEndpointSettings | null;
  };
  /** Null if no chat was requested or if the chat does not exist. */
  readonly chat: {
    readonly entity: ChatData;
    /** Sequence number of the last message in the chat. */
    readonly lastSeq: number;
    readonly visitor: VisitorData;
    readonly channel: { readonly publicId: string; readonly kind: ChannelKind };
    /**
     * Whether another delivery was put before this one in the lane after this one was claimed
     * (BOT-071).
     */
    readonly isOvertaken: boolean;
  } | null;
}
/**
 * Loads the data in one query. Resolves to null if no bot connection has this endpoint. `lane` is
 * the position of the delivery in its lane.
 */
export type LoadRequestData = (
  account: number,
  endpointId: number,
  chatId: number | null,
  lane?: { readonly orderKey: number; readonly lanePosition: number },
) => Promise<BotRequestData | null>;

import type { ChatDraft, VisitorDraft } from "../../core/event.ts";

/** How an access token is got for a connection (BOT-031). Secrets are sealed under SECRET_KEY. */
export interface Authorization {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: Buffer;
  readonly scope: string | null;
  readonly clientAuth: "basic" | "body";
}
/** What requests to a provider are built from, as it is at that moment. */
export interface BotMaterial {
  readonly bot: {
    readonly id: number;
    readonly providerId: string;
    readonly isDeleted: boolean;
    readonly token: Buffer;
    /** BOT-012: the token is appended to an address without a place for it. */
    readonly appendToken: boolean;
    readonly authorization: Authorization | null;
  };
  /** null: none was asked for, or there is none. */
  readonly chat: {
    readonly entity: ChatDraft;
    /** Number of its last message. */
    readonly lastSeq: number;
    readonly visitor: VisitorDraft;
    readonly channel: { readonly publicId: string; readonly kind: "api" | "widget" };
    /** Something went before the delivery in its lane since that was claimed (BOT-071). */
    readonly isOvertaken: boolean;
  } | null;
}
/** One query; null: no connection has this endpoint. `lane`: the delivery's place. */
export type FindMaterial = (
  account: number,
  endpointId: number,
  chatId: number | null,
  lane?: { readonly orderKey: number; readonly lanePlace: number },
) => Promise<BotMaterial | null>;

import type { Visitor } from "../../../core/entity.ts";
import type { Sight } from "./chats.ts";

export interface VisitorStore {
  list(
    account: number,
    sight: Sight,
    filter: { readonly q?: string; readonly before?: number; readonly limit: number },
  ): Promise<readonly Visitor[]>;
  find(
    account: number,
    sight: Sight,
    number: number,
  ): Promise<{ readonly visitor: Visitor; readonly channelId: number; readonly customer: string } | null>;
}

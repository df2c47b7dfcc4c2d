import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { WidgetEdgeDeps } from "./deps.ts";
import type { EmailProofs } from "./session/email-proofs.ts";
import type { PageRulesRegistry } from "./visits/page-rules.ts";
import type { VisitRegistry } from "./visits/visit-registry.ts";

export interface HandlerDeps extends Pick<
  WidgetEdgeDeps,
  | "config"
  | "write"
  | "store"
  | "files"
  | "limits"
  | "isOnline"
  | "typing"
  | "clock"
  | "readJson"
  | "unseal"
  | "mailCode"
> {
  readonly mailProofs: EmailProofs;
  readonly visits: VisitRegistry;
  readonly pageRules: PageRulesRegistry;
  /** Sends a frame to the connection that sent the current one. */
  readonly answer: (frame: object) => void;
  /** Tells the widget to reconnect with a new hello. */
  readonly requestReconnect: (reason: string) => void;
}

export type VisitorFrame = Exclude<WidgetClientFrame, { type: "hello" }>;

export type FrameOfType<T extends VisitorFrame["type"]> = Extract<VisitorFrame, { type: T }>;

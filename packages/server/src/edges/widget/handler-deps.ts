import type { WidgetClientFrame } from "@parlour/protocol/widget";
import type { WidgetEdgeDeps, WidgetFiles, WidgetJournal } from "./deps.ts";
import type { EmailProofs } from "./session/email-proofs.ts";
import type { PageRulesRegistry } from "./visits/page-rules.ts";
import type { VisitRegistry } from "./visits/visit-registry.ts";

/** What the handlers of frames need. */
export interface HandlerDeps
  extends
    Pick<WidgetEdgeDeps, "store" | "operators" | "secrets" | "limits" | "clock">,
    Pick<WidgetJournal, "config" | "write"> {
  readonly files: WidgetFiles;
  readonly emailProofs: EmailProofs;
  readonly visits: VisitRegistry;
  readonly pageRules: PageRulesRegistry;
  readonly client: FrameClient;
}

/** The connection that sent the current frame. */
export interface FrameClient {
  readonly send: (frame: object) => void;
  /** Tells the widget to reconnect with a new hello. */
  readonly requestReconnect: (reason: string) => void;
}

export type VisitorFrame = Exclude<WidgetClientFrame, { type: "hello" }>;

export type FrameOfType<T extends VisitorFrame["type"]> = Extract<VisitorFrame, { type: T }>;

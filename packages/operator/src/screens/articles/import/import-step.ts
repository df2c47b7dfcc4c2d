import type { ReactNode } from "react";

/** What the dialog shows for one source of articles. */
export interface ImportStep {
  readonly body: ReactNode;
  readonly actions: ReactNode;
  /** Whether another source can be chosen. */
  readonly isFirst: boolean;
}

import type { Edge } from "../../http/edge.ts";
import type { HelpEdgeDeps } from "./deps.ts";
import { addAnswers } from "./routes/answers.ts";
import { addFeeds } from "./routes/files.ts";
import { addPages } from "./routes/pages.ts";
import { createArticleWindow } from "./routes/window.ts";
import { Readers } from "./readers.ts";

export interface HelpEdge extends Edge {
  /** The articles of chat windows. */
  readonly window: Edge;
  close(): Promise<void>;
}

/** Creates the public pages of the help centre (HELP-040). */
export function createHelpEdge(deps: HelpEdgeDeps): HelpEdge {
  const readers = new Readers(deps);
  return {
    name: "help",
    window: createArticleWindow(deps, readers),
    close: () => readers.close(),
    routes: async (app) => {
      addPages(app, deps, readers);
      addFeeds(app, deps);
      addAnswers(app, deps, readers);
    },
  };
}

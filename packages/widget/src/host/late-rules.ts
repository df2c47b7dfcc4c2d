import type { PageRules, PageRulesDeps } from "./page-rules.ts";
import type * as scriptFile from "./script.ts";

/** The rules of one page before their script is there, and after: until then there are none. */
export interface LateRules extends Pick<PageRules, "set" | "tick" | "stop"> {
  /** The script is there. */
  readonly attach: (script: Pick<typeof scriptFile, "openPageRules">) => void;
  /** The page had its say in the load callback: they may fire from now on. */
  begin(): void;
  /** Something moved that they look at. */
  readonly tell: () => void;
}

export function openLateRules(deps: PageRulesDeps): LateRules {
  let rules: PageRules | null = null;
  let isLoaded = false;
  const tell = (): void => rules?.tell(isLoaded);
  return {
    attach({ openPageRules }) {
      rules = openPageRules(deps);
    },
    begin() {
      isLoaded = true;
      tell();
    },
    tell,
    set: (given) => rules?.set(given) ?? { result: "fail", reason: "Widget is destroyed" },
    tick: () => rules?.tick(),
    stop: () => rules?.stop(),
  };
}

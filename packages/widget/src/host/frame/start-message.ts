import type { StartMessage } from "../../bridge.ts";
import type { LoaderContext } from "../../loader/start.ts";
import type { ReportedPage } from "../rules/reported-page.ts";
import type { WidgetLayout } from "../layout.ts";
import type { StoredVisit } from "../rules/visit.ts";
import type { VisitorState } from "./visitor-state.ts";

export interface StartMessageDeps {
  readonly context: LoaderContext;
  readonly visit: StoredVisit;
  readonly page: ReportedPage;
  readonly layout: WidgetLayout;
  readonly visitorState: VisitorState;
}

/**
 * Builds the first message to each new chat window. It contains the data of this page and the data
 * that an earlier page has stored.
 */
export function buildStartMessage({
  context: { face, store, cookies },
  visit,
  page,
  layout,
  visitorState,
}: StartMessageDeps): StartMessage {
  const { referrer, first, visits, pages } = visit.now();
  const { sealed } = store.tab.read();
  return {
    type: "start",
    face,
    token: store.browser.read().token ?? null,
    userToken: visitorState.userToken(),
    page: { ...page.now(), referrer, first, visits, pages },
    language: (
      face.language ??
      (document.documentElement.lang || navigator.language || "en")
    ).slice(0, 35),
    origin: location.origin,
    state: layout.displayState().state,
    dark: layout.isDark(),
    phone: layout.isPhone(),
    kept: store.durability,
    situation: visitorState.facts().situation,
    cookies,
    sealed,
  };
}

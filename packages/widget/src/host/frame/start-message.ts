import type { PublicState, StartMessage } from "../../bridge.ts";
import type { LoaderContext } from "../../loader/start.ts";
import type { ReportedPage } from "../rules/reported-page.ts";
import type { WidgetLayout } from "../layout.ts";
import type { StoredVisit } from "../rules/visit.ts";

export interface StartMessageDeps {
  readonly context: LoaderContext;
  readonly visit: StoredVisit;
  readonly page: ReportedPage;
  readonly layout: WidgetLayout;
  readonly facts: () => PublicState;
  /** The token that the page passed to `setUserToken` (WG-047). */
  readonly userToken: string | null;
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
  facts,
  userToken,
}: StartMessageDeps): StartMessage {
  const { referrer, first, visits, pages } = visit.now();
  const { sealed } = store.tab.read();
  return {
    type: "start",
    face,
    token: store.browser.read().token ?? null,
    userToken,
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
    situation: facts().situation,
    cookies,
    sealed,
  };
}

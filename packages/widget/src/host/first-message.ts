import type { Facts, Start } from "../bridge.ts";
import type { Early } from "../loader/start.ts";
import type { ShownPage } from "./shown-page.ts";
import type { Surface } from "./surface.ts";
import type { KeptVisit } from "./visit.ts";

export interface FirstMessageDeps {
  readonly early: Early;
  readonly visit: KeptVisit;
  readonly page: ShownPage;
  readonly surface: Surface;
  readonly facts: () => Facts;
  /** The token from `setUserToken` of the page (WG-047). */
  readonly userToken: string | null;
}

/**
 * Builds the first message to each new chat window: data of this page and what was stored on the
 * page before.
 */
export function firstMessage({ early: { face, store, cookies }, visit, page, surface, facts, userToken }: FirstMessageDeps): Start {
  const { referrer, first, visits, pages } = visit.now();
  const { sealed } = store.tab.read();
  return {
    type: "start",
    face,
    token: store.browser.read().token ?? null,
    userToken,
    page: { ...page.now(), referrer, first, visits, pages },
    language: (face.language ?? (document.documentElement.lang || navigator.language || "en")).slice(0, 35),
    origin: location.origin,
    state: surface.stand().state,
    dark: surface.isDark(),
    phone: surface.isPhone(),
    kept: store.lasting,
    situation: facts().situation,
    ...(cookies === undefined ? {} : { cookies }),
    ...(sealed === undefined ? {} : { sealed }),
  };
}

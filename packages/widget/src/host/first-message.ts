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
  /** setUserToken of the page (WG-047). */
  readonly userToken: string | null;
}

/** What the window hears first, whenever it begins: all that it is to know of this page and keeps from the one before. */
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

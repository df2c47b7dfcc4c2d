import type { Teaser, TeaserDeps, TeaserLook } from "./teaser.ts";

export interface LateTeaser {
  /** `teaserId`: a new number requests the messages again. 0 removes the teaser. */
  show(tease: number, look?: TeaserLook): void;
}

/** The teaser, whose script is loaded with the first message that needs it (WG-110). */
export function openTeaserLate(deps: TeaserDeps): LateTeaser {
  let teaser: Teaser | null = null;
  let wanted = 0;
  return {
    show(tease, look) {
      wanted = tease;
      if (look === undefined || tease === 0) {
        teaser?.remove();
        teaser = null;
        return;
      }
      if (teaser !== null) return teaser.show(tease, look);
      import("./teaser.ts").then(
        ({ openTeaser }) => {
          if (wanted === tease) (teaser ??= openTeaser(deps)).show(tease, look);
        },
        // The next message tries again. The badge counts this one.
        () => undefined,
      );
    },
  };
}

import type { Teaser, TeaserDeps, TeaserOptions } from "./teaser.ts";

export interface DeferredTeaser {
  /** Shows the teaser. A new `teaserId` requests the messages again. 0 removes the teaser. */
  show(teaserId: number, options?: TeaserOptions): void;
}

/** Creates the teaser. Its script is loaded with the first message that needs it (WG-110). */
export function createDeferredTeaser(deps: TeaserDeps): DeferredTeaser {
  let teaser: Teaser | null = null;
  let requestedId = 0;
  return {
    show(teaserId, options) {
      requestedId = teaserId;
      if (options === undefined || teaserId === 0) {
        teaser?.remove();
        teaser = null;
        return;
      }
      if (teaser !== null) return teaser.show(teaserId, options);
      import("./teaser.ts").then(
        ({ createTeaser }) => {
          if (requestedId === teaserId) (teaser ??= createTeaser(deps)).show(teaserId, options);
        },
        // If the script does not load, the next message tries again. The badge counts this message
        // anyway.
        () => undefined,
      );
    },
  };
}

/** Links of style sheets that could not be loaded. */
const failedLinks = new Set<HTMLLinkElement>();

/** Begins to collect style sheets that cannot be loaded. */
export function watchStyleSheets(): void {
  addEventListener("error", collectFailedLink, true);
}

function collectFailedLink({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === "stylesheet") failedLinks.add(target);
}

/**
 * Requests failed style sheets again, which a chunk requests only once. Rejects if one fails again.
 */
export async function reloadStyleSheets(): Promise<void> {
  if (failedLinks.size > 0) await Promise.all([...failedLinks].map(reloadStyleSheet));
}

function reloadStyleSheet(failed: HTMLLinkElement): Promise<void> {
  failedLinks.delete(failed);
  const link = failed.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => reject(new Error(`cannot load ${link.href}`)));
    failed.replaceWith(link);
  });
}

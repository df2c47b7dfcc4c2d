/** Shows the number of unread messages in front of the page's title (WG-091). */
export interface TitleBadge {
  /** Returns the page's own title, without the number. */
  readonly getPageTitle: () => string;
  show(unread: number): void;
}

export function createTitleBadge(): TitleBadge {
  let prefix = "";
  // The page may have changed the title itself, even to one that begins with a number.
  const getPageTitle = (): string =>
    prefix !== "" && document.title.startsWith(prefix)
      ? document.title.slice(prefix.length)
      : document.title;
  return {
    getPageTitle,
    show(unread) {
      const title = getPageTitle();
      prefix = unread > 0 ? `(${unread}) ` : "";
      if (document.title !== prefix + title) document.title = prefix + title;
    },
  };
}

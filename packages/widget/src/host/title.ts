/** The number of unread messages before the title of the page (WG-091); all else of the title stays the page's. */
export interface TitleBadge {
  /** The page's own title, without the number. */
  readonly own: () => string;
  show(unread: number): void;
}

export function titleBadge(): TitleBadge {
  let put = "";
  // A page may have put another title in its place meanwhile, also one that begins with a number of its own.
  const own = (): string => (put !== "" && document.title.startsWith(put) ? document.title.slice(put.length) : document.title);
  return {
    own,
    show(unread) {
      const title = own();
      put = unread > 0 ? `(${unread}) ` : "";
      if (document.title !== put + title) document.title = put + title;
    },
  };
}

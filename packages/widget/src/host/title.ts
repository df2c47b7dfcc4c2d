/** Shows the number of unread messages before the page's title (WG-091). */
export interface TitleBadge {
  /** Returns the page's own title, without the number. */
  readonly own: () => string;
  show(unread: number): void;
}

export function titleBadge(): TitleBadge {
  let put = "";
  // The page may have set another title meanwhile, even one that begins with a number.
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

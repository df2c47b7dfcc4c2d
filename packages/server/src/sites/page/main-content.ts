import type { Element, Nodes, Root, RootContent } from "hast";

/** Facts that the head and the structure of a page give. */
export interface PageFacts {
  readonly title: string;
  readonly language: string | null;
  /** Address that the page gives as its own. */
  readonly canonical: string | null;
  readonly base: string | null;
  /** Addresses of the same page by language. */
  readonly alternates: readonly { readonly language: string; readonly address: string }[];
  readonly main: Element | Root;
}

/** Elements that are never text of an article. */
const dropped = new Set(
  "script style noscript template iframe object embed form input button select textarea svg canvas audio video dialog nav menu link meta title".split(
    " ",
  ),
);
/** Elements around the content, if a page does not mark its content. */
const surroundings = new Set(["header", "footer", "aside"]);

export const readProperty = ({ properties }: Element, name: string): string => {
  const value = properties[name];
  return Array.isArray(value) ? value.join(" ") : String(value ?? "");
};

/** Lists the elements below a node, in the order of the page. Does not recurse. */
export function listElements(node: Nodes): readonly Element[] {
  const found: Element[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "element" && next !== node) found.push(next);
    if ("children" in next) open.push(...next.children.toReversed());
  }
  return found;
}

const emptyPage: Root = { type: "root", children: [] };

export function readFacts(page: Root): PageFacts {
  const elements = listElements(page);
  const find = (name: string) => elements.find(({ tagName }) => tagName === name);
  const links = elements.filter(({ tagName }) => tagName === "link");
  const canonical = links.find((link) => readProperty(link, "rel") === "canonical");
  const html = find("html");
  return {
    title: toText(find("title") ?? emptyPage),
    language: (html && readProperty(html, "lang")) || null,
    canonical: (canonical && readProperty(canonical, "href")) || null,
    base: (find("base") && readProperty(find("base") as Element, "href")) || null,
    alternates: links
      .filter((link) => readProperty(link, "rel") === "alternate" && link.properties["hrefLang"])
      .map((link) => ({
        language: readProperty(link, "hrefLang").toLowerCase(),
        address: readProperty(link, "href"),
      })),
    main: findMain(elements, page),
  };
}

/** Returns the element that a page marks as its content, else its body without surroundings. */
function findMain(elements: readonly Element[], page: Root): Element | Root {
  const marked = elements.find(
    (one) => one.tagName === "main" || readProperty(one, "role") === "main",
  );
  const articles = elements.filter(({ tagName }) => tagName === "article");
  const [only] = articles;
  if (marked !== undefined) return marked;
  if (only !== undefined && articles.length === 1) return only;
  const body = elements.find(({ tagName }) => tagName === "body") ?? page;
  return {
    ...body,
    children: body.children.filter(
      (child) => child.type !== "element" || !surroundings.has(child.tagName),
    ) as Element["children"],
  };
}

/** Removes what no reader sees, and what is no text. Changes the tree. */
export function removeHidden(node: Element | Root): void {
  const open: (Element | Root)[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const visible = (next.children as RootContent[]).filter(
      (child) =>
        child.type === "text" ||
        (child.type === "element" && !dropped.has(child.tagName) && !isHidden(child)),
    );
    next.children = visible as Element["children"];
    open.push(...visible.filter((child) => child.type === "element"));
  }
}

const hidingStyle =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)|font-size\s*:\s*0)/i;
const isHidden = (element: Element): boolean =>
  element.properties["hidden"] !== undefined ||
  readProperty(element, "ariaHidden") === "true" ||
  hidingStyle.test(readProperty(element, "style"));

/** Returns the text of a node. */
export function toText(node: Nodes): string {
  const parts: string[] = [];
  const open: Nodes[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === "text") parts.push(next.value);
    if ("children" in next) open.push(...next.children.toReversed());
  }
  return parts.join("");
}

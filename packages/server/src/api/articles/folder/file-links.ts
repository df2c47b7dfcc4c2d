import { articleLinks, parseArticle, type ArticleLink } from "@parlour/protocol/article/markdown";

/** A target as Markdown writes it, behind `](`, `]:` or in pointed brackets. */
const writtenTarget =
  /(\]\(\s*|\]:[^\S\n]*)(?:<([^<>\n]*)>|([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*))/g;

/** Links to files and other texts of a folder, without their fragment, with their lines. */
export function listRelativeLinks(
  body: string,
): readonly { readonly target: string; readonly line: number }[] {
  return articleLinks(parseArticle(body)).flatMap(({ target, line }) =>
    isRelative(target) ? [{ target: toPath(target), line }] : [],
  );
}

/** Replaces the targets of relative links. null: the target stays. */
export function replaceRelativeLinks(
  body: string,
  replace: (target: string) => string | null,
): string {
  const known = new Set(listRelativeLinks(body).map(({ target }) => target));
  const toKey = (written: string): string => (isRelative(written) ? toPath(written) : "");
  return replaceTargets(body, { known, toKey, replace });
}

/** Returns the targets of all links and pictures, without their fragment, with their lines. */
export const listTargets = (body: string): readonly ArticleLink[] =>
  articleLinks(parseArticle(body)).map((link) => ({
    ...link,
    target: withoutFragment(link.target),
  }));

/** Replaces the targets of links and pictures, but not their fragments. null: the target stays. */
export function replaceLinks(body: string, replace: (target: string) => string | null): string {
  const known = new Set(listTargets(body).map(({ target }) => target));
  return replaceTargets(body, { known, toKey: withoutFragment, replace });
}

function replaceTargets(
  body: string,
  {
    known,
    toKey,
    replace,
  }: {
    readonly known: ReadonlySet<string>;
    readonly toKey: (written: string) => string;
    readonly replace: (target: string) => string | null;
  },
): string {
  if (known.size === 0) return body;
  return body.replace(
    writtenTarget,
    (all: string, start: string, quoted?: string, bare?: string) => {
      const written = (quoted ?? bare ?? "").replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
      const key = toKey(written);
      const next = known.has(key) ? replace(key) : null;
      return next === null ? all : `${start}${next}${/#.*/.exec(written)?.[0] ?? ""}`;
    },
  );
}

const withoutFragment = (target: string): string => target.replace(/#.*$/s, "");

/** Returns the path of a target from the file that names it. null: it leads out of the folder. */
export function resolvePath(file: string, target: string): string | null {
  const parts = file.split("/").slice(0, -1);
  for (const part of target.split("/"))
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== "." && part !== "") parts.push(part);
  return parts.join("/");
}

const isRelative = (target: string): boolean => !/^(?:[a-z][a-z0-9+.-]*:|[/#?]|$)/i.test(target);

/** Returns a target without fragment and query, with its letters. */
function toPath(target: string): string {
  const path = target.replace(/[#?].*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

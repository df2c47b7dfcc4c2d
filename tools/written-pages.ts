import { dirname, posix } from "node:path";
import { listFiles, read } from "./source.ts";

/** A Markdown page of the repository. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** Returns all Markdown pages: at the root, in docs, and beside code. */
export function listPages(): Page[] {
  return repositoryFiles()
    .filter((file) => file.endsWith(".md"))
    .map((file) => ({ file, text: read(file) }));
}

/** Returns all files of the repository with slash paths, except those in hidden folders. */
export function repositoryFiles(): string[] {
  return listFiles(".", [""]).filter((file) => !/^\.[^/]*\//.test(file));
}

/**
 * Returns the relative links of a page (`[x](path#part)`), resolved, with the heading of their
 * target.
 */
export function listLinks({
  file,
  text,
}: Page): { to: string; part: string | undefined; as: string }[] {
  const found: { to: string; part: string | undefined; as: string }[] = [];
  for (const [, target = ""] of removeCode(text).matchAll(/\]\(([^()\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = "", part] = target.split("#");
    const to = path === "" ? file : posix.normalize(posix.join(dirname(file), path));
    found.push({ to: to.replace(/\/$/, ""), part, as: target });
  }
  return found;
}

/** Returns the anchors of the headings: lower case, without signs, spaces as hyphens. */
export function listAnchors(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, head = ""]) => head);
  return new Set(
    headings.map((head) =>
      head
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const filePattern = /\.(?:ts|tsx|js|md|json|css|sql|html|yaml|py|php|sh|service|png)$/;

/**
 * Returns texts in backticks that look like a file or folder of this repository. Expands braces,
 * and removes a shortened beginning (`…/`). Texts that begin with `/` are addresses of the server.
 */
export function listNamedFiles({ text }: Page): string[] {
  const spans = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(
    ([, span = ""]) => span,
  );
  return spans
    .filter(
      (span) =>
        /^[\w@./…*{},-]+$/.test(span) &&
        span !== "ipaddr.js" &&
        !/^\*?\.\w+$|^\/|\.\.\./.test(span),
    )
    .flatMap(expandBraces)
    .filter(
      (span) =>
        filePattern.test(span) ||
        /^(?:packages|docs|tools|tests|bench|scripts|deploy)\//.test(span),
    )
    .map((span) => span.replace(/^…\//, "").replace(/\/$/, ""));
}

/**
 * Creates a function that checks whether a file or folder exists. The folder `src` and leading
 * folders may be left out: `delivery/worker.ts` matches packages/server/src/delivery/worker.ts. `*`
 * matches any name.
 */
export function createFileMatcher(files: readonly string[]): (name: string) => boolean {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = dirname(file); folder !== "."; folder = dirname(folder)) folders.add(folder);
  const allPaths = [...files, ...folders].flatMap((path) => [
    `/${path}`,
    `/${path.replace("/src/", "/")}`,
  ]);
  const text = `${allPaths.join("\n")}\n`;
  return (name) => {
    const pattern = name.split("*").map((part) => part.replaceAll(/[.{}+?^$()|[\]\\]/g, "\\$&"));
    return new RegExp(`/${pattern.join("[^/\\n]*")}\\n`).test(text);
  };
}

function expandBraces(span: string): string[] {
  const [whole, choices] = /\{([^{}]+)\}/.exec(span) ?? [];
  if (whole === undefined || choices === undefined) return [span];
  return choices.split(",").flatMap((choice) => expandBraces(span.replace(whole, choice)));
}

function removeCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```/g, "").replaceAll(/`[^`\n]*`/g, "");
}

import { dirname, posix } from "node:path";
import { filesBelow, read } from "./source.ts";

/** A written page of the repository: where it lies, and its text. */
export interface Page {
  readonly file: string;
  readonly text: string;
}

/** All written pages: those at the root, docs, and what lies beside code. */
export function pages(): Page[] {
  return repositoryFiles()
    .filter((file) => file.endsWith(".md"))
    .map((file) => ({ file, text: read(file) }));
}

/** Every file of the repository that somebody may name, as slash paths; nothing of hidden folders. */
export function repositoryFiles(): string[] {
  return filesBelow(".", [""]).filter((file) => !/^\.[^/]*\//.test(file));
}

/** Relative links of a page (`[x](path#part)`), resolved, with the heading they lead to. */
export function links({ file, text }: Page): { to: string; part: string | undefined; as: string }[] {
  const found: { to: string; part: string | undefined; as: string }[] = [];
  for (const [, as = ""] of withoutCode(text).matchAll(/\]\(([^()\s]+)\)/g)) {
    if (/^[a-z]+:/.test(as)) continue;
    const [path = "", part] = as.split("#");
    const to = path === "" ? file : posix.normalize(posix.join(dirname(file), path));
    found.push({ to: to.replace(/\/$/, ""), part, as });
  }
  return found;
}

/** The anchor that a heading gets: lower case, signs dropped, blanks as hyphens. */
export function anchors(text: string): Set<string> {
  const heads = [...text.matchAll(/^#+ (.+)$/gm)].map(([, head = ""]) => head);
  return new Set(
    heads.map((head) =>
      head
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

const ending = /\.(?:ts|tsx|js|md|json|css|sql|html|yaml|py|php|sh|service|png)$/;

/** What stands in backticks and reads like a file or folder of this repository; braces and a shortened beginning (`…/`) are worked out. */
export function namedFiles({ text }: Page): string[] {
  const spans = [...text.replaceAll(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return spans
    .filter((span) => /^[\w@./…*{},-]+$/.test(span) && span !== "ipaddr.js" && !/^\*?\.\w+$|\.\.\./.test(span))
    .flatMap(openBraces)
    .filter((span) => ending.test(span) || /^(?:packages|docs|tools|tests|bench|scripts|deploy)\//.test(span))
    .map((span) => span.replace(/^…\//, "").replace(/\/$/, ""));
}

/**
 * Whether a file or folder of that name exists. The folder `src`, and those above the part, may be left out: `delivery/worker.ts` is
 * packages/server/src/delivery/worker.ts. `*` stands for any name.
 */
export function fileNames(files: readonly string[]): (name: string) => boolean {
  const folders = new Set<string>();
  for (const file of files) for (let at = dirname(file); at !== "."; at = dirname(at)) folders.add(at);
  const all = [...files, ...folders].flatMap((path) => [`/${path}`, `/${path.replace("/src/", "/")}`]);
  const text = `${all.join("\n")}\n`;
  return (name) => {
    const pattern = name.split("*").map((part) => part.replaceAll(/[.{}+?^$()|[\]\\]/g, "\\$&"));
    return new RegExp(`/${pattern.join("[^/\\n]*")}\\n`).test(text);
  };
}

function openBraces(span: string): string[] {
  const [whole, choices] = /\{([^{}]+)\}/.exec(span) ?? [];
  if (whole === undefined || choices === undefined) return [span];
  return choices.split(",").flatMap((choice) => openBraces(span.replace(whole, choice)));
}

function withoutCode(text: string): string {
  return text.replaceAll(/```[\s\S]*?```/g, "").replaceAll(/`[^`\n]*`/g, "");
}

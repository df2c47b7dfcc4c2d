import { maxSlug } from "@parlour/protocol/article/facts";
import { findTakenSlugs } from "../../../store/articles/source.ts";
import type { ImportTarget } from "./plan-import.ts";

/** A text that needs an address. `slug`: that of its article, or null. */
export interface UnnamedText {
  readonly language: string;
  readonly base: string;
  readonly slug: string | null;
}

/** Numbers that are tried if the address of an article is taken. */
const maxNumber = 20;
const reservedSlug = "topics";

/** Returns the slugs of texts. Existing articles keep theirs, others get free ones. */
export async function chooseSlugs(
  { reader, account }: ImportTarget,
  texts: readonly UnnamedText[],
): Promise<readonly string[]> {
  const candidates = texts.map(({ language, base, slug }) =>
    (slug === null ? listSlugs(base) : [slug]).map((one) => ({ language, slug: one })),
  );
  const taken = new Set(await findTakenSlugs(reader, account, candidates.flat()));
  return texts.map(({ language, base, slug }, n) => {
    const free = candidates[n]?.find((one) => !taken.has(`${language}/${one.slug}`));
    const chosen = slug ?? free?.slug ?? `${shorten(base)}-${texts.length + n}`;
    taken.add(`${language}/${chosen}`);
    return chosen;
  });
}

function listSlugs(base: string): readonly string[] {
  const numbered = Array.from({ length: maxNumber }, (_, n) => `${shorten(base)}-${n + 2}`);
  return base === reservedSlug ? numbered : [base, ...numbered];
}

const shorten = (base: string): string =>
  Array.from(base)
    .slice(0, maxSlug - 5)
    .join("")
    .replace(/-$/, "");

import type { Principal } from "../../../auth/index.ts";
import { findHelpCenter } from "../../../store/articles/help-center.ts";
import { articleSectionStore } from "../../../store/settings/content/article-section.ts";
import { createContext } from "../articles.ts";
import { findSection, type ImportPlan, type ImportTarget } from "./plan-import.ts";
import type { ImportDeps } from "./run-import.ts";

export interface TargetDeps extends ImportDeps {
  /** Maximum size of a file, in bytes (CFG-030). */
  readonly fileBytes: () => number;
}

/** Reads what an import is compared with. */
export async function openTarget(deps: TargetDeps, principal: Principal): Promise<ImportTarget> {
  const { reader, files } = deps;
  const account = principal.accountId;
  const { origin } = await createContext(deps, principal);
  const { values, locale } = await findHelpCenter(reader, account);
  const sections = await articleSectionStore.list(reader, account);
  return {
    reader,
    account,
    origin,
    sections: sections.map(({ id, values: { name, slug } }) => ({ id, name, slug })),
    language: (values.languages[0] ?? locale).toLowerCase(),
    languages: values.languages.map((tag) => tag.toLowerCase()),
    maxFileBytes: deps.fileBytes(),
    toUrl: (file) => files.toUrl(file),
  };
}

/** Returns the names of the sections that an import creates. */
export function listNewSections({ sections }: ImportTarget, { texts }: ImportPlan): string[] {
  const names = texts
    .filter(({ text }) => findSection(sections, text) === undefined)
    .map(({ text: { section } }) => [section.slug, section.name] as const);
  return [...new Map(names.toReversed()).values()].toReversed();
}

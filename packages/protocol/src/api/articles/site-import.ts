import { Type, type Static } from "typebox";
import { Id, NamedRef, Nullable, Time } from "../../entity/index.ts";
import { Page } from "../common.ts";

/** Imports of articles from the pages of a site (ART-080). */

export const siteImportStates = ["reading", "ready", "cancelled"] as const;
/** Maximum pages of an import, and imports of an account that read at the same time. */
export const siteImportLimits = { pages: 500, reading: 3 } as const;

const count = Type.Integer({ minimum: 0 });

export const SiteImport = Type.Object({
  id: Id,
  /** A page, a sitemap, or an index of sitemaps. */
  address: Type.String(),
  prefix: Nullable(Type.String()),
  state: Type.Enum([...siteImportStates]),
  operator: NamedRef,
  /** Pages that the sitemaps name, also those above the limit. */
  found: count,
  /** Known addresses, also of sitemaps and pictures, and those that were requested. */
  total: count,
  processed: count,
  created_at: Time,
  ended_at: Nullable(Time),
});
export type SiteImport = Static<typeof SiteImport>;
export const SiteImports = Page(SiteImport);
export type SiteImports = Static<typeof SiteImports>;

export const NewSiteImport = Type.Object(
  {
    address: Type.String({ minLength: 1, maxLength: 2_000 }),
    /** Only addresses of the sitemap that begin with it are read. */
    prefix: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  },
  { additionalProperties: false },
);
export type NewSiteImport = Static<typeof NewSiteImport>;

/** What the pages become. */
export const SiteImportTarget = Type.Object(
  {
    /** Name of the section of new articles. It is created if there is none. */
    section: Type.String({ minLength: 1, maxLength: 100 }),
    /** State of new articles. `published` also publishes changes of existing ones. */
    state: Type.Enum(["draft", "published"]),
  },
  { additionalProperties: false },
);
export type SiteImportTarget = Static<typeof SiteImportTarget>;

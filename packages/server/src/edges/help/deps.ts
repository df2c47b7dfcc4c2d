import type { HelpColors } from "@parlour/protocol/article/colors";
import type { Clock } from "../../core/command.ts";
import type { Limits } from "../../limits/index.ts";

/** What the help centre needs. `compose/help` connects it. */
export interface HelpEdgeDeps {
  readonly store: HelpStore;
  readonly limits: Limits;
  readonly clock: Clock;
  /** Returns the origin of the pages of an account. */
  readonly getOrigin: (centre: HelpCentre) => string;
  /** Returns the address of the chat page of a widget (WG-300). */
  readonly getChatUrl: (widget: string) => string;
  readonly onFault: (error: unknown) => void;
  /** Base URL of chat windows (CFG-012). */
  readonly widgetBase: () => string;
}

/** The help centre that a host name leads to (HELP-011). */
export interface HelpCentre {
  readonly account: number;
  readonly accountName: string;
  readonly accent: string;
  /** Language of the account, for pages without articles. */
  readonly locale: string;
  readonly isFirst: boolean;
  /** Tags of the logos, which change with them. null: there is none. */
  readonly logoTag: string | null;
  readonly darkLogoTag: string | null;
  /** Public id of the widget whose chat page "Ask us" opens. null: there is none. */
  readonly chatWidget: string | null;
  readonly values: {
    readonly enabled: boolean;
    readonly title: string | null;
    readonly host: string | null;
    readonly languages: readonly string[];
    readonly colors: HelpColors | null;
    readonly links: readonly { readonly label: string; readonly url: string }[];
    readonly index: boolean;
  };
}
export interface ArticleLink {
  readonly title: string;
  readonly slug: string;
}
export interface ArticleSection {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}
export interface TopicSection extends ArticleSection {
  readonly description: string;
  readonly icon: string;
}
export interface HelpArticle extends ArticleLink {
  readonly article: number;
  readonly language: string;
  readonly body: string;
  readonly publishedAt: string;
  readonly section: ArticleSection;
  readonly helpful: number;
  readonly notHelpful: number;
}
export interface HelpSearch {
  readonly results: readonly (ArticleLink & {
    readonly body: string;
    readonly section: { readonly id: number; readonly name: string };
  })[];
  readonly sections: readonly {
    readonly id: number;
    readonly name: string;
    readonly count: number;
  }[];
  readonly total: number;
  readonly words: readonly string[];
  readonly corrected: { readonly query: string; readonly unknown: readonly string[] } | null;
}
export interface SearchRequest {
  readonly language: string;
  readonly query: string;
  readonly isExact: boolean;
  readonly section: number | null;
  readonly limit: number;
}
/** A text in one language. */
export interface TextKey {
  readonly account: number;
  readonly article: number;
  readonly language: string;
}
/** What readers did since the last write. */
export interface ReaderCounts {
  readonly texts: readonly (TextKey & {
    readonly views: number;
    readonly helpful: number;
    readonly notHelpful: number;
  })[];
  readonly searches: readonly {
    readonly account: number;
    readonly language: string;
    readonly query: string;
    readonly times: number;
    readonly found: number;
  }[];
}

/** Reads what is published, and writes what readers did. */
export interface HelpStore {
  /** `host`: the `Host` header. */
  findCentre(host: string): Promise<HelpCentre | null>;
  /** Returns the help centre of the account of a widget, if its window shows articles (WG-310). */
  findCentreOfWidget(publicId: string): Promise<HelpCentre | null>;
  /** Returns the data URL of a logo. */
  findLogo(account: number, name: "logo" | "logo_dark"): Promise<string | null>;
  listLanguages(account: number): Promise<readonly string[]>;
  listSections(
    account: number,
    language: string,
  ): Promise<readonly (TopicSection & { readonly articles: number })[]>;
  listPopular(account: number, language: string, limit: number): Promise<readonly ArticleLink[]>;
  findSection(account: number, language: string, slug: string): Promise<TopicSection | null>;
  listArticles(account: number, language: string, section: number): Promise<readonly ArticleLink[]>;
  findTarget(
    account: number,
    language: string,
    slug: string,
  ): Promise<
    | { readonly state: "published" | "moved"; readonly article: number; readonly slug: string }
    | { readonly state: "gone" | "absent" }
  >;
  findInOtherLanguage(
    account: number,
    slug: string,
    languages: readonly string[],
  ): Promise<{ readonly article: number; readonly language: string } | null>;
  findArticle(key: TextKey): Promise<HelpArticle | null>;
  listTranslations(
    account: number,
    article: number,
  ): Promise<readonly { readonly language: string; readonly slug: string }[]>;
  listChanged(
    account: number,
    language: string,
  ): Promise<readonly (ArticleLink & { readonly body: string; readonly publishedAt: string })[]>;
  listAddresses(
    account: number,
  ): Promise<readonly { readonly language: string; readonly slug: string; readonly day: string }[]>;
  search(account: number, request: SearchRequest): Promise<HelpSearch>;
  saveCounts(counts: ReaderCounts): Promise<void>;
  addComment(key: TextKey, text: string): Promise<void>;
}

import type { ArticleImport } from "@parlour/protocol/api";
import { i18n } from "../../../text/index.ts";
import { getLanguageName } from "../../../text/language-name.ts";
import { Tag } from "../../../ui/badges.tsx";
import { t } from "../text.ts";

type ImportItem = ArticleImport["items"][number];

const tones = {
  added: "ok",
  changed: "info",
  unchanged: undefined,
  left_out: "warn",
  gone: "warn",
} as const;
/** Rows that the dialog lists. */
const maxRows = 500;

export const countChanges = ({ items }: ArticleImport): number => items.filter(isChange).length;
const isChange = ({ result }: ImportItem): boolean => result === "added" || result === "changed";

const describeNote = ({
  code,
  detail,
  line,
}: NonNullable<ImportItem["reason"]> | ImportItem["warnings"][number]): string =>
  t(`articles.import.note.${code}`, { detail: detail ?? "", line: line ?? 0 });

/** Language and length of a text, if it was read. */
const describeText = ({ language, size }: ImportItem): string =>
  language === null || size === null
    ? ""
    : `${getLanguageName(language)} · ${t("articles.import.size", { n: size, size: i18n.number(size) })}`;

/** What an import would do, or has done, text by text. */
export function ImportReport({ dry_run, sections, ordered_sections, items }: ArticleImport) {
  const shown = items.toSorted((a, b) => Number(!isChange(a)) - Number(!isChange(b)));
  return (
    <>
      <output>
        {t(dry_run ? "articles.import.plan" : "articles.import.done", {
          n: items.filter(isChange).length,
        })}
      </output>
      {sections.length > 0 && (
        <p className="t13 soft">
          {t("articles.import.sections", { names: sections.join(", "), n: sections.length })}
        </p>
      )}
      {ordered_sections.length > 0 && (
        <p className="t13 soft">
          {t("articles.import.ordered", {
            names: ordered_sections.join(", "),
            n: ordered_sections.length,
          })}
        </p>
      )}
      <ul className="importfiles">
        {shown.slice(0, maxRows).map((item) => (
          <li key={item.file}>
            <span>
              <bdi className="medium t13">{item.title ?? item.file}</bdi>
              <small className="t12 soft">
                {item.title !== null && <bdi>{item.file}</bdi>}
                {describeText(item) && <span>{describeText(item)}</span>}
                {[...(item.reason ? [item.reason] : []), ...item.warnings].map((note) => (
                  <span key={JSON.stringify(note)}>{describeNote(note)}</span>
                ))}
              </small>
            </span>
            <Tag tone={tones[item.result]}>{t(`articles.import.${item.result}`)}</Tag>
          </li>
        ))}
      </ul>
      {shown.length > maxRows && (
        <p className="t13 soft">{t("articles.import.more", { n: shown.length - maxRows })}</p>
      )}
    </>
  );
}

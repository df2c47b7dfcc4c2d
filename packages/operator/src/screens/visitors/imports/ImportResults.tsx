// oxlint-disable jsx-a11y/prefer-tag-over-role -- a live region is a role, not an <output> of a form.
import type { RefusedRow, VisitorImportDetails } from "@parlour/protocol/api";
import { importResults } from "@parlour/protocol/visitor-import";
import { IconDownload } from "@tabler/icons-react";
import { i18n } from "../../../text/index.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Button } from "../../../ui/Button.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "./text.ts";

interface ImportResultsProps {
  found: VisitorImportDetails;
  onStart: () => Promise<void>;
  /** Shows the columns again, for another plan. */
  onChange: () => void;
  onCancel: () => Promise<void>;
}

/** Shows what a plan would do, or what an import has done, with the refused rows. */
export function ImportResults({ found, onStart, onChange, onCancel }: ImportResultsProps) {
  const { id, state, counts } = found;
  const refused = found.refused_rows;
  const isPlan = state === "planned";
  const writes = counts.create + counts.update;
  return (
    <>
      <p role="status">{t(`vimport.ended.${state === "cancelled" || isPlan ? state : "done"}`)}</p>
      <dl className="pair num">
        {importResults.map((name) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{t(`vimport.count.${name}`)}</dt>
            <dd>{i18n.number(counts[name])}</dd>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <section>
          <h3>{t("vimport.refused")}</h3>
          {refused.length < counts.refused && (
            <p className="t13 soft">{t("vimport.refused.first", { n: refused.length })}</p>
          )}
          <ul className="refusedrows">
            {refused.map((row) => (
              <li key={row.line}>
                <span className="medium num">{t("vimport.line", { line: row.line })}</span>{" "}
                <bdi>{formatReason(row)}</bdi>
              </li>
            ))}
          </ul>
          <a className="btn" href={`/api/v1/visitor-imports/${id}/export`} download>
            <Icon of={IconDownload} />
            {t("vimport.refused.save")}
          </a>
        </section>
      )}
      {isPlan && (
        <div className="importacts">
          <MutationButton variant="quiet" mutate={onCancel}>
            {t("vimport.cancel")}
          </MutationButton>
          <Button onClick={onChange}>{t("vimport.change")}</Button>
          <MutationButton variant="primary" unavailable={writes === 0} mutate={onStart}>
            {t("vimport.start", { n: writes })}
          </MutationButton>
        </div>
      )}
    </>
  );
}

/** Returns why a row is refused, in the language of the interface. */
function formatReason({ code, column, value }: RefusedRow): string {
  const reason = t(`vimport.code.${code}`);
  return column === null || value === null || value === ""
    ? [column, reason].filter(Boolean).join(": ")
    : t("vimport.reason", { column, value, reason });
}

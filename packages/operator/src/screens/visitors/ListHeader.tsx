import { IconSnowflake } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { CompanyHeader } from "./companies/CompanyHeader.tsx";
import { ImportButton } from "./imports/ImportButton.tsx";
import { t } from "./text.ts";

interface ListHeaderProps {
  isPaused?: boolean;
  changes?: number;
  onShow?: () => void;
  /** Name of the company whose people are listed. */
  company?: string | null;
  children?: ReactNode;
}

/**
 * Shows the title of the list, the number of changes that wait while the operator uses it, the
 * import of visitors, and the company that is open.
 */
export function ListHeader({
  isPaused = false,
  changes = 0,
  onShow,
  company = null,
  children,
}: ListHeaderProps) {
  return (
    <>
      <header className="head">
        <h1>{t("visitors.title")}</h1>
        {children}
        <span className="grow" />
        {isPaused && changes > 0 && (
          <span className="still">
            <Icon of={IconSnowflake} small />
            <span className="hide-narrow">{t("visitors.held")}</span>
            <button type="button" onClick={onShow}>
              {t("visitors.changes", { n: changes })}
            </button>
          </span>
        )}
        <ImportButton />
      </header>
      {company !== null && <CompanyHeader name={company} />}
    </>
  );
}

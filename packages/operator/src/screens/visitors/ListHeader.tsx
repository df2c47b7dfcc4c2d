import { IconSnowflake } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/Icon.tsx";
import { ImportButton } from "./imports/ImportButton.tsx";
import { t } from "./text.ts";

/**
 * Shows the title of the list, the number of changes that wait while the operator uses it, and the
 * import of visitors.
 */
export function ListHeader(props: {
  isPaused: boolean;
  changes: number;
  onShow: () => void;
  children?: ReactNode;
}) {
  const { isPaused, changes, onShow, children } = props;
  return (
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
  );
}

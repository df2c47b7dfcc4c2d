import { useState, type ReactNode } from "react";
import { i18n } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { t } from "../../../ui/calls/text.ts";

/** Part of the panel with a heading and an optional number. */
export function PanelPart({
  title,
  n,
  children,
}: {
  title: string;
  n?: number | undefined;
  children: ReactNode;
}) {
  return (
    <section className="part" aria-label={title}>
      <h3>
        {title} {n !== undefined && n > 0 && <span className="faint num">{i18n.number(n)}</span>}
      </h3>
      {children}
    </section>
  );
}

/** Shows the first rows of a list and a button that shows all of them. */
export function ExpandableList<Row>({
  rows,
  limit,
  children,
}: {
  rows: readonly Row[];
  limit: number;
  children: (row: Row) => ReactNode;
}) {
  const [areAllShown, showAll] = useState(false);
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="cutlist">{(areAllShown ? rows : rows.slice(0, limit)).map(children)}</ul>
      {rows.length > limit && !areAllShown && (
        <Button variant="text" small onClick={() => showAll(true)}>
          {t("call.all")}
        </Button>
      )}
    </>
  );
}

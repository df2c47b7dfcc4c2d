import type { Condition } from "@parlour/protocol/conditions/condition";
import { formatRowToken, toSearchTokens } from "@parlour/protocol/conditions/search-tokens";
import { IconSearch } from "@tabler/icons-react";
import { CopyButton } from "../../copy/CopyButton.tsx";
import { Icon } from "../../Icon.tsx";
import type { FactCatalogue } from "../fact-catalogue.ts";
import { t } from "../text.ts";

/** The condition as a query of the search (CND-040). Renders nothing if the search has none. */
export function SearchTokens({
  condition,
  rows,
}: {
  readonly condition: Condition;
  readonly rows: FactCatalogue["rows"];
}) {
  const query = toSearchTokens(condition, (kind, id) => formatRowToken(kind, rows[kind] ?? [], id));
  if (query === null) return null;
  return (
    <div className="searchtokens">
      <Icon of={IconSearch} small />
      <span className="vh">{t("conditions.tokens")}</span>
      <code className="grow" dir="ltr">
        {query}
      </code>
      <CopyButton text={query} small variant="quiet" />
    </div>
  );
}

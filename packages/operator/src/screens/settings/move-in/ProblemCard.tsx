import type { MoveImportDetails } from "@parlour/protocol/api";
import { useState } from "react";
import { findText } from "../../../text/index.ts";
import { Disclosure } from "../../../ui/disclosure/Disclosure.tsx";
import { Tag } from "../../../ui/badges.tsx";
import { LoadOlderButton } from "../../../ui/loading/LoadOlderButton.tsx";
import { QueryList } from "../../../ui/loading/QueryList.tsx";
import { SideCard } from "../kit/form/SettingsSection.tsx";
import { i18n } from "../../../text/index.ts";
import { t } from "./text.ts";
import { useProblems } from "./use-imports.ts";

/** Lists the problems of an import by their reason, each with its records. */
export function ProblemCard({
  found: { id, problems },
  title,
}: {
  readonly found: MoveImportDetails;
  readonly title: string;
}) {
  const entries = Object.entries(problems).toSorted(([, a], [, b]) => b - a);
  const sum = entries.reduce((all, [, n]) => all + n, 0);
  return (
    <SideCard
      id="move-problems"
      title={
        <>
          {title} {sum > 0 && <Tag tone="warn">{i18n.number(sum)}</Tag>}
        </>
      }
    >
      {entries.length === 0 && <p className="t13 soft">{t("move.problems.none")}</p>}
      {entries.map(([code, n]) => (
        <ProblemGroup key={code} id={id} code={code} n={n} />
      ))}
    </SideCard>
  );
}

function ProblemGroup({
  id,
  code,
  n,
}: {
  readonly id: number;
  readonly code: string;
  readonly n: number;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Disclosure
      className="t13"
      title={findText(`move.problem.${code}`, { n }) ?? t("move.problem.other", { code, n })}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {isOpen && <ProblemList id={id} code={code} />}
    </Disclosure>
  );
}

function ProblemList({ id, code }: { readonly id: number; readonly code: string }) {
  const query = useProblems(id, code);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <QueryList query={query} items={items} errorText={t("move.failed")}>
        {(rows) => (
          <ul className="moveproblems t12">
            {rows.map(({ kind, source_id, detail }) => (
              <li key={`${kind} ${source_id}`}>
                <bdi>
                  {findText(`move.one.${kind}`, { id: source_id }) ?? `${kind} ${source_id}`}
                </bdi>
                {detail !== null && <span className="faint"> {detail}</span>}
              </li>
            ))}
          </ul>
        )}
      </QueryList>
      <LoadOlderButton
        onLoadMore={query.hasNextPage ? () => void query.fetchNextPage() : null}
        busy={query.isFetchingNextPage}
      >
        {t("move.more")}
      </LoadOlderButton>
    </>
  );
}

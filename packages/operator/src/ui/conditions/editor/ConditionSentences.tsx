import type { Condition } from "@parlour/protocol/conditions/condition";
import { toLine } from "../edit-tree.ts";
import { formatEmpty, formatTest, type FactCatalogue } from "../fact-catalogue.ts";
import { toGroup } from "../group.ts";
import { t } from "../text.ts";

interface SentencesProps {
  readonly condition: Condition;
  readonly catalogue: FactCatalogue;
}

/** A condition as sentences, for operators who cannot change it. */
export function ConditionSentences({ condition, catalogue }: SentencesProps) {
  const { join, items } = toGroup(condition);
  if (items.length === 0) return <p className="soft t13">{formatEmpty(join)}</p>;
  return (
    <div className="sentences">
      <p className="soft t13">{t(`join.${join}`)}</p>
      <ul>
        {items.map((item, n) => {
          const line = toLine(item);
          return (
            <li key={n}>
              {line === null ? (
                <ConditionSentences condition={item} catalogue={catalogue} />
              ) : (
                formatLine(line, catalogue)
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function formatLine(
  { test, isExcluded }: NonNullable<ReturnType<typeof toLine>>,
  catalogue: FactCatalogue,
): string {
  const sentence = formatTest(test, catalogue);
  return isExcluded ? t("conditions.not", { sentence }) : sentence;
}

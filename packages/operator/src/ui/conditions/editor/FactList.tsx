import type { Fact, Facts } from "@parlour/protocol/conditions/facts";
import { formatFact, formatFactGroup, getFactIcon } from "../fact-catalogue.ts";
import { OptionList, type OptionGroup } from "../../options/OptionList.tsx";
import { t } from "../text.ts";

interface FactListProps {
  readonly facts: Facts;
  readonly chosen?: string;
  readonly onPick: (name: string, fact: Fact) => void;
  readonly onClose: () => void;
}

/** List of the facts by group, with the kinds of their values. */
export function FactList({ facts, chosen, onPick, onClose }: FactListProps) {
  const groups = Object.groupBy(Object.entries(facts), ([name]) => formatFactGroup(name));
  return (
    <OptionList
      label={t("conditions.facts")}
      groups={Object.entries(groups).map(([title, entries = []]): OptionGroup => ({
        title,
        options: entries.map(([name, fact]) => ({
          id: name,
          label: formatFact(name, fact),
          icon: getFactIcon(fact),
          hint: t(`factkind.${fact.kind}`),
          isChosen: name === chosen,
        })),
      }))}
      onPick={(name) => {
        const fact = facts[name];
        if (fact !== undefined) onPick(name, fact);
      }}
      onClose={onClose}
    />
  );
}

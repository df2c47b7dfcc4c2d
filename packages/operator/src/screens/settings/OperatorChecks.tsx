import type { Operator } from "@parlour/protocol";
import type { ComponentProps } from "react";
import { Checks } from "./Checks.tsx";

type Rest = Omit<ComponentProps<typeof Checks<number>>, "name" | "choices">;

/**
 * Renders checkboxes for all active operators, and for inactive operators that are already chosen.
 */
export function OperatorChecks({ operators, chosen, ...rest }: Rest & { operators: readonly Operator[] }) {
  const shown = operators.filter((operator) => operator.active || chosen.includes(operator.id)).toSorted((a, b) => a.id - b.id);
  return (
    <Checks
      {...rest}
      name="operators"
      choices={shown.map((operator) => ({ value: operator.id, label: <bdi>{operator.name}</bdi> }))}
      chosen={chosen}
    />
  );
}

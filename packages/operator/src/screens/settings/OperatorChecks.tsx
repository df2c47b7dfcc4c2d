import type { Operator } from "@parlour/protocol";
import type { ComponentProps } from "react";
import { Checks } from "./Checks.tsx";

type Rest = Omit<ComponentProps<typeof Checks<number>>, "name" | "choices">;

/** Operators to tick: who is active, and who was ticked before he was not. */
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

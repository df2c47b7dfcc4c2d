import type { Operator } from "@parlour/protocol";
import { can } from "../../../state/session.tsx";
import type { ComponentProps } from "react";
import { CheckboxGroup } from "../kit/form/CheckboxGroup.tsx";

type RestProps = Omit<ComponentProps<typeof CheckboxGroup<number>>, "name" | "choices">;

/**
 * Renders checkboxes for the active operators who answer chats, and for others that are already
 * selected.
 */
export function OperatorCheckboxes({
  operators,
  chosen,
  ...rest
}: RestProps & { operators: readonly Operator[] }) {
  const listedOperators = operators
    .filter(({ id, active, role }) => (active && can({ role }, "chat")) || chosen.includes(id))
    .toSorted((a, b) => a.id - b.id);
  return (
    <CheckboxGroup
      {...rest}
      name="operators"
      choices={listedOperators.map((operator) => ({
        value: operator.id,
        label: <bdi>{operator.name}</bdi>,
      }))}
      chosen={chosen}
    />
  );
}

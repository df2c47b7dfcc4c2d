import type { ComponentProps } from "react";
import { useOperators } from "../../../../state/api/queries.ts";
import { CheckboxGroup } from "./CheckboxGroup.tsx";

type RestProps = Omit<ComponentProps<typeof CheckboxGroup<number>>, "name" | "choices">;

/**
 * Renders checkboxes for the active operators who answer chats, and for others that are already
 * selected.
 */
export function OperatorPicker({
  chosen,
  name = "operators",
  ...rest
}: RestProps & { name?: string }) {
  const source = useOperators();
  const listed = (source.data ?? [])
    .filter(({ id, active, answers_chats }) => (active && answers_chats) || chosen.includes(id))
    .toSorted((a, b) => a.id - b.id);
  return (
    <CheckboxGroup
      {...rest}
      name={name}
      choices={listed.map((operator) => ({
        value: operator.id,
        label: <bdi>{operator.name}</bdi>,
      }))}
      chosen={chosen}
      source={source}
    />
  );
}

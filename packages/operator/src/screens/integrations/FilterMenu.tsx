import { IconChevronDown } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";
import { Menu } from "../../ui/dialog/menu.tsx";

interface FilterMenuProps<T extends string | number> {
  name: string;
  /** Current value. With null, the list is not filtered. */
  value: T | null;
  options: readonly { value: T | null; label: string }[];
  onChange: (value: T | null) => void;
}

/** Renders one filter: its name, its current value, and a menu of all possible values. */
export function FilterMenu<T extends string | number>({
  name,
  value,
  options,
  onChange,
}: FilterMenuProps<T>) {
  const label = options.find((option) => option.value === value)?.label ?? String(value);
  return (
    <Menu
      label={`${name}: ${label}`}
      className={value === null ? "btn" : "btn on"}
      placement="bottom start"
      onAction={(id) => onChange(options[Number(id)]?.value ?? null)}
      groups={[
        {
          entries: options.map((option, index) => ({
            id: String(index),
            label: option.label,
            chosen: option.value === value,
          })),
        },
      ]}
    >
      {name} <b>{label}</b> <Icon of={IconChevronDown} small />
    </Menu>
  );
}

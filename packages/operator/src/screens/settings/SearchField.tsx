import { IconSearch } from "@tabler/icons-react";
import { Icon } from "../../ui/Icon.tsx";

/** Narrows a list by what is typed. */
export function SearchField({
  label,
  hint,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  onChange: (text: string) => void;
}) {
  return (
    <span className="with">
      <Icon of={IconSearch} small />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={hint}
        value={value}
        maxLength={200}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  );
}

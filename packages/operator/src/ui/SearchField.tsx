import { IconSearch } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./Icon.tsx";

interface SearchFieldProps extends Omit<
  ComponentProps<"input">,
  "type" | "onChange" | "className"
> {
  /** Accessible name of the field. */
  label: string;
  value: string;
  onText: (text: string) => void;
  /** `search` turns the field into an HTML search landmark. Use it if no parent element is one. */
  as?: "div" | "search";
  /** Additional class of the field. */
  className?: string;
  /** Content after the field: a shortcut, a clear button, a validation error. */
  children?: ReactNode;
}

/** Field with a magnifier icon that filters the rows on the screen. */
export function SearchField({
  label,
  onText,
  as: Box = "div",
  className,
  children,
  ...input
}: SearchFieldProps) {
  return (
    <Box className={className === undefined ? "with" : `with ${className}`}>
      <Icon of={IconSearch} small />
      <input
        maxLength={200}
        {...input}
        className="input"
        type="search"
        aria-label={label}
        onChange={(event) => onText(event.target.value)}
      />
      {children}
    </Box>
  );
}

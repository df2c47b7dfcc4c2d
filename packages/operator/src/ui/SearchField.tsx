import { IconSearch } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "./Icon.tsx";

interface Props extends Omit<ComponentProps<"input">, "type" | "onChange" | "className"> {
  /** Its name, for whoever hears it. */
  label: string;
  value: string;
  onText: (text: string) => void;
  /** `search` where nothing around it says so (HTML's landmark). */
  as?: "div" | "search";
  /** Beside `with`. */
  className?: string;
  /** What stands behind the words: a key, a cross, what is wrong with them. */
  children?: ReactNode;
}

/** A field that narrows what is shown, with its glass. */
export function SearchField({ label, onText, as: Box = "div", className, children, ...input }: Props) {
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

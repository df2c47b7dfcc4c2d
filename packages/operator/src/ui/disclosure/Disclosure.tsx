import { IconChevronRight } from "@tabler/icons-react";
import type { ComponentProps, ReactNode } from "react";
import { Icon } from "../Icon.tsx";
import "./disclosure.css";

/** Renders content that opens below its title. Its arrow is ours, not the browser's triangle. */
export function Disclosure({
  title,
  className = "",
  children,
  ...rest
}: { title: ReactNode } & Omit<ComponentProps<"details">, "title">) {
  return (
    <details className={`disclosure ${className}`.trim()} {...rest}>
      <summary>
        <Icon of={IconChevronRight} small flip />
        <span>{title}</span>
      </summary>
      {children}
    </details>
  );
}

import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Icon, type IconType } from "./Icon.tsx";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  /** A view has at most one primary button. `quiet` is for tools, `text` for links inside text. */
  variant?: "primary" | "quiet" | "text" | "danger" | undefined;
  small?: boolean | undefined;
  wide?: boolean | undefined;
  icon?: IconType | undefined;
  flipIcon?: boolean | undefined;
  /** Shows the icon after the text. */
  iconEnd?: boolean | undefined;
  /** Shortcut shown in the button, such as "Ctrl J". */
  keys?: string | undefined;
  /** Disables the button, which stays in the tab order, and shows the reason as a tooltip. */
  unavailable?: string | boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  children?: ReactNode;
}

/** Button whose text is a verb. Without children, it is an icon and requires `aria-label`. */
export function Button({
  variant,
  small,
  wide,
  icon,
  flipIcon,
  iconEnd,
  keys,
  unavailable,
  children,
  className = "",
  onClick,
  title,
  ...rest
}: ButtonProps) {
  const isSquare = children === undefined;
  const isUnavailable = unavailable !== undefined && unavailable !== false;
  const classNames = [
    "btn",
    variant,
    small && "small",
    wide && "wide",
    isSquare && "icon",
    className,
  ]
    .filter(Boolean)
    .join(" ");
  const shape = icon && (
    <Icon of={icon} flip={flipIcon === true} small={small === true && !isSquare} />
  );
  return (
    <button
      type="button"
      {...rest}
      className={classNames}
      aria-disabled={isUnavailable || undefined}
      title={
        typeof unavailable === "string"
          ? unavailable
          : (title ?? (isSquare ? tooltipText(rest["aria-label"], keys) : undefined))
      }
      onClick={isUnavailable ? (event) => event.preventDefault() : onClick}
    >
      {!iconEnd && shape}
      {children}
      {iconEnd && shape}
      {keys && !isSquare && (
        <span className="key" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  );
}

function tooltipText(label: string | undefined, keys: string | undefined): string | undefined {
  return label && keys ? `${label}  ${keys}` : label;
}

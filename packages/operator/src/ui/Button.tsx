import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { Icon, type IconType } from "./Icon.tsx";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "disabled"> {
  /** One primary per view; quiet for tools; text for links among words. */
  variant?: "primary" | "quiet" | "text" | "danger" | undefined;
  small?: boolean | undefined;
  wide?: boolean | undefined;
  icon?: IconType | undefined;
  flipIcon?: boolean | undefined;
  /** Icon behind the words. */
  iconEnd?: boolean | undefined;
  /** Key shown in the button, as in "Ctrl J". */
  keys?: string | undefined;
  /** Not now: the button stays in the tab order, does nothing and says why. */
  unavailable?: string | boolean | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  children?: ReactNode;
}

/** A verb. Without children give `aria-label`: it becomes a square icon button with that tooltip. */
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
  const square = children === undefined;
  const refused = unavailable !== undefined && unavailable !== false;
  const names = ["btn", variant, small && "small", wide && "wide", square && "icon", className].filter(Boolean).join(" ");
  const shape = icon && <Icon of={icon} flip={flipIcon === true} small={small === true && !square} />;
  return (
    <button
      type="button"
      {...rest}
      className={names}
      aria-disabled={refused || undefined}
      title={typeof unavailable === "string" ? unavailable : (title ?? (square ? tip(rest["aria-label"], keys) : undefined))}
      onClick={refused ? (event) => event.preventDefault() : onClick}
    >
      {!iconEnd && shape}
      {children}
      {iconEnd && shape}
      {keys && !square && (
        <span className="key" aria-hidden="true">
          {keys}
        </span>
      )}
    </button>
  );
}

function tip(label: string | undefined, keys: string | undefined): string | undefined {
  return label && keys ? `${label}  ${keys}` : label;
}

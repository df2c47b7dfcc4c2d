import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState, type ReactNode, type Ref } from "react";
import { Button } from "../../ui/Button.tsx";
import { onEnterKey as pressOnEnter } from "../../ui/keyboard/on-enter-key.ts";
import { Field } from "../../ui/Field.tsx";
import "./password-field.css";
import { measureStrength } from "./password-strength.ts";
import { t } from "./text.ts";

interface PasswordFieldProps {
  label?: string;
  value: string;
  onChange: (value: string) => void;
  /** `new-password` shows the strength meter. Password managers and pasting always work. */
  autoComplete: "current-password" | "new-password";
  error?: string | undefined;
  name?: string;
  after?: ReactNode;
  /** Words that the password should not contain: name, email. */
  avoid?: readonly string[];
  /** Marks the field as invalid without its own error text. */
  invalid?: boolean | undefined;
  /** For a field that is not part of a form. */
  onEnter?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that reveals it, and a strength meter for new passwords. */
export function PasswordField(props: PasswordFieldProps) {
  const {
    label,
    value,
    onChange,
    autoComplete,
    error,
    name = "password",
    avoid = [],
    invalid,
    onEnter,
    ref,
  } = props;
  const [shown, setShown] = useState(false);
  const fresh = autoComplete === "new-password";
  const strength = measureStrength(value, avoid);
  return (
    <Field
      label={label ?? t("password.label")}
      error={error}
      {...(fresh && {
        hint:
          value === ""
            ? t("password.rule")
            : t(`password.level${strength.level}`, { n: strength.length }),
      })}
      after={
        fresh && (
          <div className="strength" data-level={strength.level} aria-hidden="true">
            {[1, 2, 3, 4].map((n) => (
              <i key={n} className={n <= strength.level ? "on" : undefined} />
            ))}
          </div>
        )
      }
    >
      {(ids) => (
        <div className="reveal">
          <input
            {...ids}
            aria-invalid={invalid === true || ids["aria-invalid"]}
            ref={ref}
            className="input"
            type={shown ? "text" : "password"}
            name={name}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            autoComplete={autoComplete}
            maxLength={256}
            spellCheck={false}
            autoCapitalize="off"
            required
            {...(onEnter && pressOnEnter(onEnter))}
          />
          <Button
            small
            variant="quiet"
            icon={shown ? IconEyeOff : IconEye}
            aria-label={t(shown ? "password.hide" : "password.show")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
}

import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useState, type ReactNode, type Ref } from "react";
import { Button } from "../Button.tsx";
import { onEnterKey as pressOnEnter } from "../keyboard/on-enter-key.ts";
import { Field } from "../Field.tsx";
import "./password-field.css";
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
  /** Words that the password should not contain, such as name and email address. */
  avoid?: readonly string[];
  /** Whether the field is marked as invalid without an error text of its own. */
  invalid?: boolean | undefined;
  /** Called on Enter, for a field outside a form. */
  onEnter?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** Password field with a button that reveals it. New passwords have a strength meter. */
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
      hint={
        fresh
          ? value === ""
            ? t("password.rule")
            : t(`password.level${strength.level}`, { n: strength.length })
          : undefined
      }
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

/** Strength of a password. 0: empty. 1: the server rejects, or only just accepts it. */
interface PasswordStrength {
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly length: number;
}

const commonWords = [
  "password",
  "parlour",
  "qwerty",
  "letmein",
  "welcome",
  "iloveyou",
  "пароль",
  "йцукен",
  "123456",
  "abcdef",
  "admin",
];

/**
 * Measures the strength of a password. Length has the greatest effect. Repetitions, sequences and
 * known words reduce the strength. `avoid` contains the operator's name and email address.
 */
export function measureStrength(password: string, avoid: readonly string[] = []): PasswordStrength {
  const points = Array.from(password);
  const length = points.length;
  if (length === 0) return { level: 0, length };
  const lower = password.toLowerCase();
  const words = [
    ...commonWords,
    ...avoid.flatMap((text) => text.toLowerCase().split(/[\s@.]+/)),
  ].filter((word) => word.length >= 4);
  let score = new Set(points).size < 5 ? Math.min(length, 6) : length;
  for (const word of words) if (lower.includes(word)) score -= word.length - 1;
  score -= points.filter((point, i) => i >= 2 && isRun(points[i - 2], points[i - 1], point)).length;
  if (length < 12 || score < 10) return { level: 1, length };
  if (score < 15) return { level: 2, length };
  return { level: score < 22 ? 3 : 4, length };
}

/** Returns whether three characters form a sequence such as "abc", "321" or "aaa". */
function isRun(a: string | undefined, b: string | undefined, c: string): boolean {
  const [x, y, z] = [a?.codePointAt(0) ?? 0, b?.codePointAt(0) ?? 0, c.codePointAt(0) ?? 0];
  return y - x === z - y && Math.abs(y - x) <= 1;
}

import type { FieldMode } from "@parlour/protocol/settings/widget-settings";
import type { ChatWindowState } from "../../state/state.ts";
import css from "./forms.css?inline";
import { Icon } from "../Icon.tsx";
import { ExternalLink } from "../links/ExternalLink.tsx";
import { addStyles } from "../styles.ts";
import type { TextProps, ViewProps } from "../view-props.ts";

addStyles(css);

interface FieldProps extends TextProps {
  readonly id: string;
  readonly label: string;
  readonly mode: FieldMode;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly problem: string | null;
  readonly type?: "text" | "email" | "tel" | "number" | "date" | "url";
  readonly autoComplete?: string;
  readonly hint?: string | undefined;
  readonly rows?: number;
  /** Values and labels of a list, in which the visitor chooses one. */
  readonly choices?: readonly (readonly [string, string])[] | undefined;
}

/**
 * A labelled field with its error below it. Optional fields are marked, required fields are not.
 */
export function Field({
  id,
  label,
  mode,
  value,
  change,
  problem,
  type = "text",
  autoComplete,
  hint,
  rows,
  choices,
  t,
}: FieldProps) {
  if (mode === "off") return null;
  const described = problem !== null ? `${id}-e` : hint === undefined ? undefined : `${id}-h`;
  const inputProps = {
    class: type === "tel" ? "pw-in pw-num" : "pw-in",
    id,
    value,
    dir: type === "text" ? "auto" : "ltr",
    "aria-invalid": problem !== null,
    required: mode === "required",
    "aria-describedby": described,
    autoComplete,
  } as const;
  return (
    <div class="pw-field">
      <label for={id}>
        {label}
        {mode === "optional" ? <span>{t("optional")}</span> : null}
      </label>
      {choices !== undefined ? (
        <select {...inputProps} onChange={(event) => change(event.currentTarget.value)}>
          <option value="">{""}</option>
          {choices.map(([choice, text]) => (
            <option key={choice} value={choice}>
              {text}
            </option>
          ))}
        </select>
      ) : rows === undefined ? (
        <input
          {...({ ...inputProps, type } as object)}
          onInput={(event) => change(event.currentTarget.value)}
        />
      ) : (
        <textarea
          {...inputProps}
          rows={rows}
          onInput={(event) => change(event.currentTarget.value)}
        />
      )}
      {problem === null ? <Hint id={id} text={hint} /> : <FieldError id={id} text={problem} />}
    </div>
  );
}

export function Hint({ id, text }: { readonly id: string; readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="pw-hint" id={`${id}-h`}>
      {text}
    </p>
  );
}

/** The error below a field. `id` is the id of the field. */
export function FieldError({ id, text }: { readonly id?: string; readonly text: string }) {
  return (
    <p class="pw-err" id={id === undefined ? undefined : `${id}-e`}>
      <Icon name="alert" small />
      {text}
    </p>
  );
}

interface ConsentProps extends Pick<ViewProps, "model" | "t"> {
  readonly id: string;
  readonly given: boolean;
  readonly change: (given: boolean) => void;
  readonly problem: string | null;
}
/** The consent checkbox. Shown if the account has configured a consent text. */
export function Consent({ model, t, id, given, change, problem }: ConsentProps) {
  const text = getConsentText(model.face, t.language);
  if (text === null) return null;
  const url = model.face.consent_url;
  return (
    <div class="pw-field">
      <label class="pw-check">
        <input
          type="checkbox"
          id={id}
          checked={given}
          aria-invalid={problem !== null}
          aria-describedby={problem === null ? undefined : `${id}-e`}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <span>
          {text}{" "}
          {url === null || !/^https?:/i.test(url) ? null : (
            <ExternalLink href={url}>{t("privacy")}</ExternalLink>
          )}
        </span>
      </label>
      {problem === null ? null : <FieldError id={id} text={problem} />}
    </div>
  );
}
/**
 * Returns the consent text of forms: in the language of the chat window, else English, else any.
 * Null: no consent is required.
 */
export function getConsentText(
  { texts }: ChatWindowState["face"],
  language: string,
): string | null {
  const all = texts as Readonly<Partial<Record<string, { readonly consent?: string }>>>;
  return (
    [language, "en", ...Object.keys(all)].map((one) => all[one]?.consent?.trim()).find(Boolean) ??
    null
  );
}

/** Error of a rejected form, below its button. */
export function FormError({ text }: { readonly text: string | null }) {
  return <div role="alert">{text === null ? null : <FieldError text={text} />}</div>;
}

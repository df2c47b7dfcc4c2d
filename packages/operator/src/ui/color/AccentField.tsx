import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { Field } from "../Field.tsx";
import { Icon } from "../Icon.tsx";
import { getContrast } from "./contrast.ts";
import "./accent-field.css";
import { accentText as t } from "./accent-text.ts";

interface AccentFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Colour field with a picker and the contrast ratio. */
export function AccentField({ label, value, onChange, error, disabled }: AccentFieldProps) {
  const contrast = getContrast(value);
  const sample = useRef<HTMLSpanElement>(null);
  // The Content-Security-Policy blocks style attributes in markup, not style properties.
  useEffect(() => {
    sample.current?.style.setProperty("background", contrast ? value : "transparent");
    sample.current?.style.setProperty("color", contrast?.ink === "dark" ? "#1C2125" : "#FFFFFF");
  }, [value, contrast]);
  const contrastText =
    contrast === null
      ? t("accent.wrong")
      : contrast.good
        ? t(contrast.ink === "white" ? "accent.good" : "accent.dark", { n: contrast.ratio })
        : t("accent.low", { n: contrast.ratio });
  return (
    <Field
      label={label}
      error={error}
      hint={
        <span className="line4">
          <Icon
            of={contrast?.good ? IconCircleCheck : IconAlertTriangle}
            small
            className={contrast?.good ? "success" : "warning"}
          />
          {contrastText}
        </span>
      }
    >
      {(ids) => (
        <div className="swatches">
          <input
            type="color"
            aria-label={t("accent.pick")}
            value={contrast ? value : "#000000"}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
            disabled={disabled}
          />
          <input
            {...ids}
            className="input mono"
            name="accent"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            maxLength={7}
            spellCheck={false}
            readOnly={disabled}
          />
          {contrast && (
            <span className="sample" ref={sample} aria-hidden="true">
              Aa
            </span>
          )}
        </div>
      )}
    </Field>
  );
}

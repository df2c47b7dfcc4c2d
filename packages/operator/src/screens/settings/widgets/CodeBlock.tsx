import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Field } from "../../../ui/Field.tsx";
import "./widgets.css";

/** Renders code with a Copy button. */
export function CodeBlock({ label, text, rows }: { label: string; text: string; rows: number }) {
  return (
    <Field label={label} after={<CopyButton small text={text} />}>
      {(ids) => (
        <textarea
          {...ids}
          className="input area code"
          rows={rows}
          readOnly
          value={text}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
        />
      )}
    </Field>
  );
}

import type { StoredFieldValue } from "@parlour/protocol";
import type { Field } from "@parlour/protocol/api";
import { useRef, useState, type KeyboardEvent } from "react";
import { Button } from "../../Button.tsx";
import { getErrorText } from "../../loading/ErrorMessage.tsx";
import { useApiMutation } from "../../mutation.ts";
import { t as ui } from "../../text.ts";
import { panelText } from "../../visitor/panel-text.ts";
import { setField, toDraft, toFieldValue, type FieldSubject } from "./field-value.ts";
import { FieldInput } from "./FieldInput.tsx";

interface FieldEditorProps {
  readonly subject: FieldSubject;
  readonly field: Field;
  readonly stored: StoredFieldValue | undefined;
  readonly onCancel: () => void;
  /** Receives whether the focus is still in the form. */
  readonly onSaved: (hadFocus: boolean) => void;
  readonly onNext: (() => void) | undefined;
}

/**
 * Form for the value of a field. Enter saves, Escape cancels, and Tab saves and opens the next row
 * (FLD-019).
 */
export function FieldEditor({
  subject,
  field,
  stored,
  onCancel,
  onSaved,
  onNext,
}: FieldEditorProps) {
  const form = useRef<HTMLFormElement>(null);
  // A value that somebody else sets meanwhile is only replaced by a changed draft.
  const [initial] = useState(() => toDraft(field, stored?.value));
  const [draft, setDraft] = useState(initial);
  const { busy, failure, run, clearFailure } = useApiMutation();
  const save = async () => {
    const isUnchanged = String(draft) === String(initial);
    if (isUnchanged || (await run(() => setField(subject, field, toFieldValue(field, draft)))))
      onSaved(form.current?.contains(document.activeElement) === true);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { target, key } = event;
    if (key === "Escape") onCancel();
    else if (target instanceof HTMLButtonElement) return;
    else if (key === "Enter") void save();
    else if (key === "Tab" && !event.shiftKey && onNext && isLastControl(form.current, target)) {
      void save();
      onNext();
    } else return;
    event.preventDefault();
  };
  return (
    // The keys of its controls bubble up to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className="fieldform"
      noValidate
      onKeyDown={handleKey}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <FieldInput
        field={field}
        draft={draft}
        error={failure === null ? undefined : getErrorText(failure)}
        onChange={(next) => {
          setDraft(next);
          clearFailure();
        }}
      />
      <div className="line">
        <Button type="submit" small unavailable={busy} keys="Enter">
          {panelText("edit.save")}
        </Button>
        <Button variant="quiet" small onClick={onCancel}>
          {ui("ui.cancel")}
        </Button>
      </div>
    </form>
  );
}

/** Returns whether Tab leaves the controls of the form. Check boxes are several. */
const isLastControl = (form: HTMLFormElement | null, target: EventTarget): boolean =>
  [...(form?.querySelectorAll("input, select") ?? [])].at(-1) === target;

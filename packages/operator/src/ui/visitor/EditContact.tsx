import { ApiError } from "@parlour/client";
import type { Visitor } from "@parlour/protocol";
import { contactFields } from "@parlour/protocol/api/visitors/contact-fields";
import { useState, type SyntheticEvent } from "react";
import { api } from "../../state/api/api.ts";
import { Button } from "../Button.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { ErrorMessage } from "../loading/ErrorMessage.tsx";
import { TextArea, TextField } from "../Field.tsx";
import { useApiMutation } from "../mutation.ts";
import { contactNames, getContactLabel, getContactType, type ContactField } from "./contacts.ts";
import { t as ui } from "../text.ts";
import { panelText as t } from "./panel-text.ts";

type ContactValues = Record<ContactField, string>;

interface EditContactProps {
  visitor: Visitor;
  onClose: () => void;
}

/** Edits the visitor's contact data, and sends the changed fields, whose source is the operator. */
export function EditContact({ visitor, onClose }: EditContactProps) {
  const initialValues = toFormValues(visitor);
  const [values, setValues] = useState(initialValues);
  const { busy, failure, run } = useApiMutation();
  const changed = contactNames.filter((field) => values[field].trim() !== initialValues[field]);
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (changed.length === 0) return onClose();
    void run(async () => {
      // The event `visitor_updated` delivers the new values.
      await api.editVisitor(
        visitor.number,
        Object.fromEntries(changed.map((field) => [field, values[field].trim() || null])),
      );
      onClose();
    });
  };
  const input = (field: ContactField) => ({
    label: getContactLabel(field),
    maxLength: contactFields[field].maxLength,
    value: values[field],
    onChange: (event: { target: { value: string } }) =>
      setValues({ ...values, [field]: event.target.value }),
    error: failure instanceof ApiError && failure.field === field ? failure.message : undefined,
  });
  return (
    <Dialog title={t("edit.title")} open onClose={onClose}>
      <form className="form" onSubmit={save}>
        {failure !== null && <ErrorMessage error={failure}>{t("edit.failed")}</ErrorMessage>}
        {contactNames.map((field) => {
          const type = getContactType(field);
          return type === "paragraph" ? (
            <TextArea key={field} {...input(field)} hint={t("edit.hint")} />
          ) : (
            <TextField key={field} {...input(field)} type={type} autoComplete="off" />
          );
        })}
        <div className="dialogacts">
          <Button onClick={onClose}>{ui("ui.cancel")}</Button>
          <Button type="submit" variant="primary" unavailable={busy}>
            {t("edit.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function toFormValues(visitor: Visitor): ContactValues {
  return Object.fromEntries(
    contactNames.map((field) => [field, visitor[field]?.value ?? ""]),
  ) as ContactValues;
}

import { useEffect, useId, useRef, type ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogActions } from "../../ui/DialogActions.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

type Sent = Pick<Form<object>, "busy" | "failure" | "faults" | "submit">;
interface SendProps {
  /** Id of the form element. The buttons outside the form refer to it. */
  id: string;
  form: Sent;
  verb: string;
  cancel?: string | undefined;
  danger?: boolean;
  /** Explains why the form cannot be submitted now. False if it can. */
  hindrance?: string | false;
  onClose: () => void;
}

/** Renders a form in a dialog with the buttons in the dialog's footer. */
export function FormDialog(props: Omit<SendProps, "id"> & { title: string; wide?: boolean; children: ReactNode }) {
  const { title, wide = false, children, ...send } = props;
  const id = useId();
  return (
    <Dialog title={title} open wide={wide} onClose={send.onClose} actions={<FormActions id={id} {...send} />}>
      <DialogForm id={id} {...send}>
        {children}
      </DialogForm>
    </Dialog>
  );
}

/** Renders Cancel and the submit button of the form. */
export function FormActions({ id, form, verb, cancel = t("page.cancel"), danger = false, hindrance = false, onClose }: SendProps) {
  return <DialogActions cancel={cancel} onClose={onClose} verb={verb} danger={danger} why={hindrance} busy={form.busy} form={id} />;
}

/**
 * Renders the form element. An error of the whole form is shown above the fields. The first invalid
 * field receives the focus.
 */
export function DialogForm({
  id,
  form,
  hindrance = false,
  children,
}: Pick<SendProps, "id" | "form" | "hindrance"> & { children: ReactNode }) {
  const box = useRef<HTMLFormElement>(null);
  const { faults } = form;
  useEffect(() => {
    if (Object.keys(faults).length > 0) box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [faults]);
  return (
    <form
      ref={box}
      id={id}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (hindrance === false) void form.submit();
      }}
    >
      {form.failure !== null && <Failure error={form.failure} />}
      {children}
    </form>
  );
}

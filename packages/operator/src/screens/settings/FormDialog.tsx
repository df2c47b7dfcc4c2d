import { useEffect, useId, useRef, type ReactNode } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogActions } from "../../ui/DialogActions.tsx";
import { Failure } from "../../ui/Failure.tsx";
import { t } from "./text.ts";
import type { Form } from "./use-form.ts";

type Sent = Pick<Form<object>, "busy" | "failure" | "faults" | "submit">;
interface SendProps {
  /** Of the form. */
  id: string;
  form: Sent;
  verb: string;
  cancel?: string | undefined;
  danger?: boolean;
  /** Why it cannot be sent now. */
  hindrance?: string | false;
  onClose: () => void;
}

/** A form in a dialog, with its buttons at the foot. */
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

/** Cancel, and the verb of the form. */
export function FormActions({ id, form, verb, cancel = t("page.cancel"), danger = false, hindrance = false, onClose }: SendProps) {
  return <DialogActions cancel={cancel} onClose={onClose} verb={verb} danger={danger} why={hindrance} busy={form.busy} form={id} />;
}

/** The form itself; what was refused as a whole stands above its fields, and the first field at fault gets the focus. */
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

import { useEffect, useId, useRef, type ReactNode } from "react";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { DialogActions } from "../../../../ui/dialog/dialog.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { t } from "../../text.ts";
import { IsNewContext } from "../../../../ui/form/ChangedLabel.tsx";

/** What a dialog needs of its form, which has any values. */
interface SubmittableForm {
  readonly busy: boolean;
  readonly errors: object;
  readonly refusal?: object | null;
  readonly failure: unknown;
  readonly submit: () => Promise<boolean>;
}

interface FormElementProps {
  /** Id of the form element. Buttons outside the form element refer to it. */
  id: string;
  form: SubmittableForm;
  /** Reason why the form cannot be submitted now, or false if it can. */
  disabledReason?: string | false;
}

interface FormActionsProps extends FormElementProps {
  button: string;
  cancel?: string | undefined;
  danger?: boolean;
  onClose: () => void;
}

/**
 * Renders a form in a dialog. The buttons are in the footer of the dialog. Labels do not mark
 * changed values.
 */
export function FormDialog(
  props: Omit<FormActionsProps, "id"> & { title: string; wide?: boolean; children: ReactNode },
) {
  const { title, wide = false, children, ...actionProps } = props;
  const id = useId();
  return (
    <Dialog
      title={title}
      open
      wide={wide}
      keepsText={actionProps.form.busy}
      onClose={actionProps.onClose}
      actions={<FormActions id={id} {...actionProps} />}
    >
      <DialogForm id={id} {...actionProps}>
        <IsNewContext value>{children}</IsNewContext>
      </DialogForm>
    </Dialog>
  );
}

/** Renders Cancel and the submit button of a form. */
export function FormActions({
  id,
  form,
  button,
  cancel = t("page.cancel"),
  danger = false,
  disabledReason = false,
  onClose,
}: FormActionsProps) {
  return (
    <DialogActions
      cancel={cancel}
      onClose={onClose}
      button={button}
      danger={danger}
      unavailableReason={disabledReason}
      busy={form.busy}
      form={id}
    />
  );
}

/**
 * Renders the form element. An error of the whole form is shown above the fields. The first field
 * that is invalid before sending receives the focus.
 */
export function DialogForm({
  id,
  form,
  disabledReason = false,
  children,
}: FormElementProps & { children: ReactNode }) {
  const formRef = useRef<HTMLFormElement>(null);
  const { errors, refusal = null } = form;
  useEffect(() => {
    if (refusal === null && Object.keys(errors).length > 0)
      formRef.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors, refusal]);
  return (
    <form
      ref={formRef}
      id={id}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === false) void form.submit();
      }}
    >
      {form.failure !== null && <ErrorMessage error={form.failure} />}
      {children}
    </form>
  );
}

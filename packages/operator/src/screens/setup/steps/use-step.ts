import { ApiError } from "@parlour/client";
import { useState, type SubmitEvent } from "react";
import type { FieldErrors } from "../../../ui/form/use-form.ts";

interface StepOptions<Name extends string> {
  /** Returns the validation errors before anything is sent. */
  validate: () => FieldErrors<Name>;
  /** Sends the step. Afterwards the caller shows the next step. */
  send: () => Promise<void>;
  /** Fields that errors of the server may refer to. */
  fields: readonly Name[];
  /** Fields by error code, for errors that name no field. */
  byCode?: Readonly<Record<string, Name>>;
}

/**
 * Submits a step of the set-up. Errors are shown at their fields, or above the fields. After
 * success the step stays busy, because the next step follows.
 */
export function useStep<Name extends string>({
  validate,
  send,
  fields,
  byCode = {},
}: StepOptions<Name>) {
  const [faults, setFaults] = useState<FieldErrors<Name>>({});
  const [submitError, setSubmitError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const getErrorField = (error: unknown): Name | null =>
    error instanceof ApiError
      ? (fields.find((name) => name === error.field) ?? byCode[error.code] ?? null)
      : null;
  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    const errors = validate();
    setFaults(errors);
    setSubmitError(null);
    if (Object.values(errors).some((message) => message !== undefined)) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const field = getErrorField(error);
      if (field !== null && error instanceof ApiError)
        setFaults({ [field]: error.message } as FieldErrors<Name>);
      setSubmitError(error);
      setBusy(false);
    }
  };
  return {
    faults,
    /** Error that belongs to no field. */
    failure: getErrorField(submitError) === null ? submitError : null,
    /** Code of the last server error. */
    code: submitError instanceof ApiError ? submitError.code : null,
    busy,
    submit,
  };
}

import { ApiError } from "@parlour/client";
import { useState, type SubmitEvent } from "react";

export type Faults<Name extends string> = Partial<Record<Name, string>>;

interface Of<Name extends string> {
  /** Returns validation errors before anything is sent. */
  check: () => Faults<Name>;
  /** Sends the step. The caller then shows the next step. */
  send: () => Promise<void>;
  /** Fields that the server's errors may refer to. */
  fields: readonly Name[];
  /** Field by error code, for errors that name no field. */
  byCode?: Readonly<Record<string, Name>>;
}

/**
 * Submits a step of the set-up. Errors are shown at their fields, others above them. It stays busy
 * after success, because the next step follows.
 */
export function useStep<Name extends string>({ check, send, fields, byCode = {} }: Of<Name>) {
  const [faults, setFaults] = useState<Faults<Name>>({});
  const [refused, setRefused] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const fieldOf = (error: unknown): Name | null =>
    error instanceof ApiError ? (fields.find((name) => name === error.field) ?? byCode[error.code] ?? null) : null;
  const submit = async (event?: SubmitEvent) => {
    event?.preventDefault();
    if (busy) return;
    const found = check();
    setFaults(found);
    setRefused(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const field = fieldOf(error);
      if (field !== null && error instanceof ApiError) setFaults({ [field]: error.message } as Faults<Name>);
      setRefused(error);
      setBusy(false);
    }
  };
  return {
    faults,
    /** An error that belongs to no field. */
    failure: fieldOf(refused) === null ? refused : null,
    /** Code of the last error. */
    code: refused instanceof ApiError ? refused.code : null,
    busy,
    submit,
  };
}

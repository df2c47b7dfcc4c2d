import { ApiError } from "@parlour/client";
import { useState, type SubmitEvent } from "react";

export type Faults<Name extends string> = Partial<Record<Name, string>>;

interface Of<Name extends string> {
  /** What is wrong before anything is sent. */
  check: () => Faults<Name>;
  /** Sends, and leads to the next step. */
  send: () => Promise<void>;
  /** Fields that a refusal may name. */
  fields: readonly Name[];
  /** Field of a refusal that names none, by its code. */
  byCode?: Readonly<Record<string, Name>>;
}

/** Sends a step of the set-up: faults stand at their fields, any other refusal above them. Once sent it stays busy: the next step comes. */
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
    /** A refusal that belongs to no field. */
    failure: fieldOf(refused) === null ? refused : null,
    /** Code of the last refusal. */
    code: refused instanceof ApiError ? refused.code : null,
    busy,
    submit,
  };
}

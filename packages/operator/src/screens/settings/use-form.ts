import { ApiError } from "@parlour/client";
import { useCallback, useState } from "react";

/** A form over one object: what is typed, what changed, what is wrong, saving. */
export interface Form<T> {
  readonly values: T;
  readonly set: <K extends keyof T>(key: K, value: T[K]) => void;
  /** Names of the fields that differ from what is saved. */
  readonly changed: readonly (keyof T & string)[];
  readonly faults: Partial<Record<keyof T & string, string>>;
  /** Code of the refusal that `faults` shows at a field; null: they were found before anything was sent. */
  readonly refusal: { readonly field: keyof T & string; readonly code: string } | null;
  /** A failure that belongs to no field. */
  readonly failure: unknown;
  readonly busy: boolean;
  /** Somebody else saved other values while this form was open. */
  readonly overtaken: boolean;
  /** True when the values are saved. */
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

/**
 * `saved` is what the server has; fresh values are taken over as long as nothing was typed, else `overtaken` is set.
 * `check` names faults before anything is sent; `save` sends, and a refusal that names a field becomes that field's fault.
 */
export function useForm<T extends object>({
  saved,
  check,
  save,
  fieldOf,
  explain,
}: {
  saved: T;
  check?: (values: T) => Partial<Record<keyof T & string, string>>;
  save: (values: T, changed: readonly (keyof T & string)[]) => Promise<void>;
  /** Field of the form for a failure without one, or with another name. */
  fieldOf?: (error: ApiError) => (keyof T & string) | null;
  /** A failure with better words. */
  explain?: (error: unknown) => unknown;
}): Form<T> {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(saved);
  const [faults, setFaults] = useState<Form<T>["faults"]>({});
  const [refusal, setRefusal] = useState<Form<T>["refusal"]>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [overtaken, setOvertaken] = useState(false);
  const changed = differing(base, values);
  const dirty = changed.length > 0;

  // Fresh values from the server are taken over while drawing: an effect would show the old ones for one frame.
  const text = JSON.stringify(saved);
  const [seen, setSeen] = useState(text);
  if (text !== seen && !(dirty && busy)) {
    setSeen(text);
    if (!dirty) {
      setBase(saved);
      setValues(saved);
    } else if (JSON.stringify(base) !== text) setOvertaken(true);
  }

  const set = useCallback<Form<T>["set"]>((key, value) => setValues((before) => ({ ...before, [key]: value })), []);
  const discard = () => {
    setBase(saved);
    setValues(saved);
    setFaults({});
    setRefusal(null);
    setFailure(null);
    setOvertaken(false);
  };
  const submit = async (): Promise<boolean> => {
    if (busy) return false;
    const found = check?.(values) ?? {};
    setFaults(found);
    setRefusal(null);
    setFailure(null);
    if (Object.values(found).some((fault) => fault !== undefined)) return false;
    setBusy(true);
    try {
      await save(values, changed);
      setBase(values);
      setOvertaken(false);
      return true;
    } catch (caught) {
      const error = explain?.(caught) ?? caught;
      const field =
        error instanceof ApiError
          ? (fieldOf?.(error) ?? (error.field !== null && error.field in values ? (error.field as keyof T & string) : null))
          : null;
      if (field !== null && error instanceof ApiError) {
        setFaults({ [field]: error.message } as Form<T>["faults"]);
        setRefusal({ field, code: error.code });
      } else setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { values, set, changed, faults, refusal, failure, busy, overtaken, submit, discard };
}

function differing<T extends object>(a: T, b: T): (keyof T & string)[] {
  return (Object.keys(b) as (keyof T & string)[]).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

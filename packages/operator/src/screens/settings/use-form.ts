import { ApiError } from "@parlour/client";
import { useCallback, useState } from "react";

/** A form over one object: values, changes, errors, saving. */
export interface Form<T> {
  readonly values: T;
  readonly set: <K extends keyof T>(key: K, value: T[K]) => void;
  /** Names of the fields that differ from the saved values. */
  readonly changed: readonly (keyof T & string)[];
  readonly faults: Partial<Record<keyof T & string, string>>;
  /**
   * Code of the server error that `errors` shows at a field. null: the errors were found before
   * sending.
   */
  readonly refusal: { readonly field: keyof T & string; readonly code: string } | null;
  /** An error that belongs to no field. */
  readonly failure: unknown;
  readonly busy: boolean;
  /**
   * Changed fields that another operator also saved with a different value while this form was
   * open. Unchanged fields already show the other operator's values.
   */
  readonly overtaken: readonly (keyof T & string)[];
  /** Values on the server. */
  readonly saved: T;
  /** Replaces the values of the `conflicts` fields with those on the server. */
  readonly takeTheirs: () => void;
  /** Returns true if the values were saved. */
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

interface Of<T> {
  saved: T;
  check?: (values: T) => Partial<Record<keyof T & string, string>>;
  save: (values: T, changed: readonly (keyof T & string)[]) => Promise<void>;
  /** Returns the form field for a server error without a field or with a different field name. */
  fieldOf?: (error: ApiError) => (keyof T & string) | null;
  /** Replaces an error with a clearer one. */
  explain?: (error: unknown) => unknown;
  /**
   * Names of write-only fields. The server never returns their values, so they are empty again
   * after saving.
   */
  secrets?: readonly (keyof T & string)[];
}

/**
 * Creates a form. `saved` contains the server's values. New server values replace all fields except
 * those changed here. `validate` returns errors before sending. `save` sends, and an error that
 * names a field is shown at that field.
 */
export function useForm<T extends object>({ saved, check, save, fieldOf, explain, secrets = [] }: Of<T>): Form<T> {
  const [busy, setBusy] = useState(false);
  const { values, changed, overtaken, set, keep, takeTheirs } = useTyped(saved, busy);
  const { faults, refusal, failure, put, clear } = useRefused<T>();
  const discard = () => {
    keep(saved, saved);
    clear();
  };
  const submit = async (): Promise<boolean> => {
    if (busy) return false;
    const found = check?.(values) ?? {};
    clear(found);
    if (Object.values(found).some((fault) => fault !== undefined)) return false;
    setBusy(true);
    try {
      await save(values, changed);
      keep({ ...values, ...partOf(saved, secrets) });
      for (const secret of secrets) set(secret, saved[secret]);
      return true;
    } catch (caught) {
      const error = explain?.(caught) ?? caught;
      put(error, error instanceof ApiError ? (fieldOf?.(error) ?? ownField(error, values)) : null);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { values, set, changed, faults, refusal, failure, busy, overtaken, saved, takeTheirs, submit, discard };
}

/** Manages the form values on top of the saved values. */
function useTyped<T extends object>(saved: T, busy: boolean) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(saved);
  const [other, setOther] = useState<readonly (keyof T & string)[]>([]);
  const changed = differing(base, values);

  // New server values are applied during rendering. An effect would show the old values for one
  // frame.
  const text = JSON.stringify(saved);
  const [seen, setSeen] = useState(text);
  if (text !== seen && !(changed.length > 0 && busy)) {
    setSeen(text);
    const others = differing(base, saved);
    setOther((before) => [...new Set([...before, ...changed.filter((name) => others.includes(name))])]);
    setBase(saved);
    setValues({ ...saved, ...partOf(values, changed) });
  }

  const overtaken = other.filter((name) => changed.includes(name));
  const set = useCallback<Form<T>["set"]>((key, value) => setValues((before) => ({ ...before, [key]: value })), []);
  /** Sets the saved values. `enteredValues` also replaces the form values. */
  const keep = (now: T, typed?: T) => {
    setBase(now);
    if (typed !== undefined) setValues(typed);
    setOther([]);
  };
  const takeTheirs = () => {
    setValues((before) => ({ ...before, ...partOf(base, overtaken) }));
    setOther([]);
  };
  return { values, changed, overtaken, set, keep, takeTheirs };
}

/** Manages the errors of fields and of the whole form. */
function useRefused<T extends object>() {
  const [faults, setFaults] = useState<Form<T>["faults"]>({});
  const [refusal, setRefusal] = useState<Form<T>["refusal"]>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const clear = (found: Form<T>["faults"] = {}) => {
    setFaults(found);
    setRefusal(null);
    setFailure(null);
  };
  const put = (error: unknown, field: (keyof T & string) | null) => {
    if (field === null || !(error instanceof ApiError)) return setFailure(error);
    setFaults({ [field]: error.message } as Form<T>["faults"]);
    setRefusal({ field, code: error.code });
  };
  return { faults, refusal, failure, put, clear };
}

/** Returns the field that a server error names, if the form has it. */
function ownField<T extends object>({ field }: ApiError, values: T): (keyof T & string) | null {
  return field !== null && field in values ? (field as keyof T & string) : null;
}

/** Returns a copy of a server error with another message, at a form field. */
export function reworded({ code, status, requestId, body, at }: ApiError, field: string, message: string): ApiError {
  return new ApiError({ code, status, requestId, body, at, field, message });
}

function partOf<T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
}

function differing<T extends object>(a: T, b: T): (keyof T & string)[] {
  return (Object.keys(b) as (keyof T & string)[]).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

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

interface Of<T> {
  saved: T;
  check?: (values: T) => Partial<Record<keyof T & string, string>>;
  save: (values: T, changed: readonly (keyof T & string)[]) => Promise<void>;
  /** Field of the form for a failure without one, or with another name. */
  fieldOf?: (error: ApiError) => (keyof T & string) | null;
  /** A failure with better words. */
  explain?: (error: unknown) => unknown;
}

/**
 * `saved` is what the server has; fresh values are taken over as long as nothing was typed, else `overtaken` is set.
 * `check` names faults before anything is sent; `save` sends, and a refusal that names a field becomes that field's fault.
 */
export function useForm<T extends object>({ saved, check, save, fieldOf, explain }: Of<T>): Form<T> {
  const [busy, setBusy] = useState(false);
  const { values, changed, overtaken, set, keep } = useTyped(saved, busy);
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
      keep(values);
      return true;
    } catch (caught) {
      const error = explain?.(caught) ?? caught;
      put(error, error instanceof ApiError ? (fieldOf?.(error) ?? ownField(error, values)) : null);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { values, set, changed, faults, refusal, failure, busy, overtaken, submit, discard };
}

/** What is typed over what is saved. */
function useTyped<T extends object>(saved: T, busy: boolean) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(saved);
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
  /** What is saved now; `typed`: and stands in the fields. */
  const keep = (now: T, typed?: T) => {
    setBase(now);
    if (typed !== undefined) setValues(typed);
    setOvertaken(false);
  };
  return { values, changed, overtaken, set, keep };
}

/** What is wrong: at fields, or with the whole. */
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

/** The field that a refusal names, when the form has it. */
function ownField<T extends object>({ field }: ApiError, values: T): (keyof T & string) | null {
  return field !== null && field in values ? (field as keyof T & string) : null;
}

/** The same refusal with other words, at a field of the form. */
export function reworded({ code, status, requestId, body, at }: ApiError, field: string, message: string): ApiError {
  return new ApiError({ code, status, requestId, body, at, field, message });
}

function differing<T extends object>(a: T, b: T): (keyof T & string)[] {
  return (Object.keys(b) as (keyof T & string)[]).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

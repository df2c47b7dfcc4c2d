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
  /** Changed fields that somebody else saved otherwise while this form was open; what he saved of the others stands in them. */
  readonly overtaken: readonly (keyof T & string)[];
  /** As it stands at the server. */
  readonly saved: T;
  /** Puts what somebody else saved into the fields of `overtaken`. */
  readonly takeTheirs: () => void;
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
  /** Secrets: the server keeps them and never shows them, so their fields are empty again once they are saved. */
  secrets?: readonly (keyof T & string)[];
}

/**
 * `saved` is what the server has; fresh values are taken over in all fields but those that were changed here.
 * `check` names faults before anything is sent; `save` sends, and a refusal that names a field becomes that field's fault.
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

/** What is typed over what is saved. */
function useTyped<T extends object>(saved: T, busy: boolean) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(saved);
  const [other, setOther] = useState<readonly (keyof T & string)[]>([]);
  const changed = differing(base, values);

  // Fresh values from the server are taken over while drawing: an effect would show the old ones for one frame.
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
  /** What is saved now; `typed`: and stands in the fields. */
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

function partOf<T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
}

function differing<T extends object>(a: T, b: T): (keyof T & string)[] {
  return (Object.keys(b) as (keyof T & string)[]).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}

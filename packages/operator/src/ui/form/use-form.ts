import { ApiError } from "@parlour/client";
import {
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from "react";
import {
  findRunningSave,
  FormPathContext,
  openForm,
  runSave,
  subscribeSaves,
  takeFailedSave,
  type FormKey,
  type OpenForm,
  type Save,
} from "../../state/saves.ts";
import { useCurrentOperator } from "../../state/session.tsx";
import { useLatest } from "../keyboard/use-latest.ts";

/** Texts of errors by field. Absent or undefined: the field has no error. */
export type FieldErrors<Name extends string> = { readonly [N in Name]?: string | undefined };

/** A form that edits one object: values, changes, errors, saving. */
export interface Form<T> {
  readonly values: T;
  readonly set: <K extends keyof T>(key: K, value: T[K]) => void;
  /** Names of the fields that differ from the saved values. */
  readonly changed: readonly (keyof T & string)[];
  /** Those that no running save contains either. They would be lost with the form. */
  readonly unsent: readonly (keyof T & string)[];
  readonly errors: Partial<Record<keyof T & string, string>>;
  /**
   * Code of the server error that `errors` shows at a field. Null if the errors were found before
   * sending.
   */
  readonly refusal: { readonly field: keyof T & string; readonly code: string } | null;
  /** Error that belongs to no field. */
  readonly failure: unknown;
  readonly busy: boolean;
  /**
   * Fields that were changed in this form and that another operator has saved with a different
   * value since it opened. Unchanged fields already show the other operator's values.
   */
  readonly conflicts: readonly (keyof T & string)[];
  /** The values stored on the server. */
  readonly saved: T;
  /** Replaces the values of the fields in `conflicts` with the values on the server. */
  readonly acceptRemote: () => void;
  /** Saves the values. Resolves with true on success. */
  readonly submit: () => Promise<boolean>;
  readonly discard: () => void;
}

interface FormOptions<T, A> {
  /** Name of the form, which no other form of its page has. */
  name: string;
  /** What the form saves, for the notice of a failure: "Tags: vip". */
  subject: string;
  /** Renders the dialog that contains the form. Absent: the form is on its page. */
  dialog?: ((onClose: () => void) => ReactElement) | undefined;
  /**
   * Whether the form creates something. It ends with its success, as a dialog does, and takes no
   * input while it is saved.
   */
  isNew?: boolean;
  saved: T;
  validate?: (values: T) => FieldErrors<keyof T & string>;
  /** Sends the values. Must not navigate or show anything, because the form may be closed then. */
  save: (values: T, changed: readonly (keyof T & string)[]) => Promise<A>;
  /** Runs after a success, if the form is still open. Only this function navigates. */
  onSaved?: ((answer: A) => unknown) | undefined;
  /** Says what to do about a secret of the answer that only this form would show (CORE-482). */
  describeLost?: ((answer: A) => string | undefined) | undefined;
  /** Returns the form field for a server error that names no field, or names it differently. */
  mapErrorField?: (error: ApiError) => (keyof T & string) | null;
  /** Replaces an error with a clearer one. */
  explainError?: (error: unknown) => unknown;
  /**
   * Names of fields that are empty again after saving, such as secrets, which the server never
   * returns.
   */
  secrets?: readonly (keyof T & string)[];
}

/**
 * Creates a form.
 *
 * `saved` contains the server's values. When these change, all fields take the new values, except
 * fields changed in the form. `validate` returns errors before anything is sent. `save` sends the
 * values. If its error names a field, the error is shown at that field.
 */
export function useForm<T extends object, A = unknown>(options: FormOptions<T, A>): Form<T> {
  const { name, saved, dialog, isNew = dialog !== undefined } = options;
  const key = useFormKey(name);
  const getRunning = useCallback(() => findRunningSave(key), [key]);
  const running = useSyncExternalStore(subscribeSaves, getRunning);
  const busy = running !== undefined;
  const fields = useFormValues(saved, busy);
  const { values, changed, conflicts, setSaved, acceptRemote } = fields;
  const { errors, refusal, failure, showError, clear } = useFormErrors<T>();
  const unsent = running ? diffFields(running.values as T, values) : changed;
  const latest = useLatest({ options, values, changed, unsent });
  const discard = () => {
    setSaved(saved, saved);
    clear();
  };
  const sent = useRef(new WeakSet<object>());
  const settle: OpenForm = (save, outcome) => {
    const { secrets = [], explainError, mapErrorField, onSaved } = options;
    const isSender = sent.current.has(save.values);
    if (!outcome.ok) {
      const error = explainError?.(outcome.error) ?? outcome.error;
      const field =
        error instanceof ApiError
          ? (mapErrorField?.(error) ?? findNamedField(error, values))
          : null;
      showError(error, field);
      return isSender;
    }
    if (isNew && !isSender) {
      discard();
      return false;
    }
    setSaved({ ...(save.values as T), ...pickFields(saved, secrets) });
    for (const secret of secrets) fields.set(secret, saved[secret]);
    if (isSender) onSaved?.(outcome.answer as A);
    return isSender;
  };
  useOpenForm({ key, settle, show: fields.show });
  const submit = async (): Promise<boolean> => {
    for (let before = findRunningSave(key); before; before = findRunningSave(key)) {
      const { ok } = await before.outcome;
      if (!ok || latest.current.unsent.length === 0) return ok;
    }
    const now = latest.current;
    const invalid = omitFieldsWithoutError(now.options.validate?.(now.values) ?? {});
    clear(invalid);
    if (Object.keys(invalid).length > 0) return false;
    const sentValues = { ...now.values };
    sent.current.add(sentValues);
    const save = { key, values: sentValues, entered: pickFields(sentValues, now.changed) };
    const { ok } = await runSave({ ...save, ...describeSave(now.options) }, async () =>
      now.options.save(sentValues, now.changed),
    );
    return ok;
  };
  const set: Form<T>["set"] = (field, value) => {
    if (!isNew || findRunningSave(key) === undefined) fields.set(field, value);
  };
  return {
    values,
    set,
    changed,
    unsent,
    errors,
    refusal,
    failure,
    busy,
    conflicts,
    saved,
    acceptRemote,
    submit,
    discard,
  };
}

const describeSave = <T, A>({ subject, dialog, describeLost }: FormOptions<T, A>) => ({
  href: location.pathname + location.search,
  subject,
  dialog: dialog ?? null,
  describeLost: (describeLost as Save["describeLost"]) ?? null,
});

function useFormKey(form: string): FormKey {
  const { id } = useCurrentOperator();
  const path = useContext(FormPathContext);
  const [key] = useState(() => ({ operator: id, path: path ?? location.pathname, form }));
  return key;
}

/** Takes over what an earlier form at this place has sent: a running save, or a failed one. */
function useOpenForm({
  key,
  settle,
  show,
}: {
  key: FormKey;
  settle: OpenForm;
  show: (values: object) => void;
}): void {
  const latest = useLatest({ settle, show });
  useLayoutEffect(
    () => openForm(key, (save, outcome) => latest.current.settle(save, outcome)),
    [key, latest],
  );
  useEffect(() => {
    const failed = takeFailedSave(key);
    const save = failed ?? findRunningSave(key);
    if (save) latest.current.show(save.entered);
    if (failed) latest.current.settle(failed, { ok: false, error: failed.error });
  }, [key, latest]);
}

/** Manages the form values, which override the saved values. */
function useFormValues<T extends object>(saved: T, busy: boolean) {
  const [base, setBase] = useState(saved);
  const [values, setValues] = useState(saved);
  const [remoteNames, setRemoteNames] = useState<readonly (keyof T & string)[]>([]);
  const changed = diffFields(base, values);

  // Applies new server values during rendering. An effect would show the old values for one frame.
  const savedText = JSON.stringify(saved);
  const [appliedText, setAppliedText] = useState(savedText);
  if (savedText !== appliedText && !(changed.length > 0 && busy)) {
    setAppliedText(savedText);
    const changedRemotely = diffFields(base, saved);
    setRemoteNames((before) => [
      ...new Set([...before, ...changed.filter((name) => changedRemotely.includes(name))]),
    ]);
    setBase(saved);
    setValues({ ...saved, ...pickFields(values, changed) });
  }

  const conflicts = remoteNames.filter((name) => changed.includes(name));
  const set = useCallback<Form<T>["set"]>(
    (key, value) => setValues((before) => ({ ...before, [key]: value })),
    [],
  );
  /** Sets the saved values. If given, `enteredValues` also replaces the form values. */
  const setSaved = (now: T, enteredValues?: T) => {
    setBase(now);
    if (enteredValues !== undefined) setValues(enteredValues);
    setRemoteNames([]);
  };
  const acceptRemote = () => {
    setValues((before) => ({ ...before, ...pickFields(base, conflicts) }));
    setRemoteNames([]);
  };
  const show = (entered: object) => setValues((before) => ({ ...before, ...entered }));
  return { values, changed, conflicts, set, setSaved, show, acceptRemote };
}

/** Manages the errors of fields and of the whole form. */
function useFormErrors<T extends object>() {
  const [errors, setErrors] = useState<Form<T>["errors"]>({});
  const [refusal, setRefusal] = useState<Form<T>["refusal"]>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const clear = (invalid: Form<T>["errors"] = {}) => {
    setErrors(invalid);
    setRefusal(null);
    setFailure(null);
  };
  const showError = (error: unknown, field: (keyof T & string) | null) => {
    if (field === null || !(error instanceof ApiError)) return setFailure(error);
    setErrors({ [field]: error.message } as Form<T>["errors"]);
    setRefusal({ field, code: error.code });
  };
  return { errors, refusal, failure, showError, clear };
}

function omitFieldsWithoutError<Name extends string>(
  errors: FieldErrors<Name>,
): Partial<Record<Name, string>> {
  return Object.fromEntries(
    Object.entries(errors).filter(([, message]) => message !== undefined),
  ) as Partial<Record<Name, string>>;
}

/** Returns the field that a server error names, if the form has it. */
function findNamedField<T extends object>(
  { field }: ApiError,
  values: T,
): (keyof T & string) | null {
  return field !== null && field in values ? (field as keyof T & string) : null;
}

/** Returns a copy of a server error with another message, assigned to a form field. */
export function withMessage(
  { code, status, requestId, body, at }: ApiError,
  field: string,
  message: string,
): ApiError {
  return new ApiError({ code, status, requestId, body, at, field, message });
}

function pickFields<T extends object>(values: T, names: readonly (keyof T)[]): Partial<T> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<T>;
}

function diffFields<T extends object>(a: T, b: T): (keyof T & string)[] {
  return (Object.keys(b) as (keyof T & string)[]).filter(
    (key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]),
  );
}

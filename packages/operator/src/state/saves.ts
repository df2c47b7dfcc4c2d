import { createContext, type ReactElement } from "react";
import { createEventEmitter } from "./api/event-emitter.ts";

/** Where a form is. Saves and input that was not saved belong to it, not to what renders it. */
export interface FormKey {
  readonly operator: number;
  readonly path: string;
  readonly form: string;
}

/** A save that runs, or that failed while its form was not open. */
export interface Save {
  readonly key: FormKey;
  readonly href: string;
  /** Name of what is saved, in the language of the operator. */
  readonly subject: string;
  /** All values of the form, as they were sent. They stay in memory, because of secrets. */
  readonly values: object;
  /** Those of them that differ from the stored ones. */
  readonly entered: object;
  /** Renders the dialog of the form, which has no address. Null: the form is on its page. */
  readonly dialog: ((onClose: () => void) => ReactElement) | null;
  /** Says that a secret of the answer was not shown, and what to do. Undefined: there is none. */
  readonly describeLost: ((answer: unknown) => string | undefined) | null;
}
interface RunningSave extends Save {
  readonly outcome: Promise<SaveOutcome>;
}
export interface FailedSave extends Save {
  readonly error: unknown;
}
type SaveOutcome =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly error: unknown };

/** A save that succeeded while no form was open to show its secret, which is shown once. */
export interface LostSecret {
  readonly key: FormKey;
  readonly text: string;
}

/** Receives how a save ended. Returns whether the form sent it. */
export type OpenForm = (save: Save, outcome: SaveOutcome) => boolean;

/** Path of the page of a form that is shown on another one. Null: the form is on its page. */
export const FormPathContext = createContext<string | null>(null);

let running: readonly RunningSave[] = [];
let failed: readonly FailedSave[] = [];
let lostSecrets: readonly LostSecret[] = [];
let forms: readonly { readonly key: FormKey; readonly settle: OpenForm }[] = [];
const listeners = createEventEmitter();

export const subscribeSaves = listeners.subscribe;
export const getFailedSaves = (): readonly FailedSave[] => failed;
export const getLostSecrets = (): readonly LostSecret[] => lostSecrets;
export const getRunningSaves = (): readonly RunningSave[] => running;

const isAt =
  ({ operator, path, form }: FormKey) =>
  ({ key }: { readonly key: FormKey }): boolean =>
    operator === key.operator && path === key.path && form === key.form;

export const findRunningSave = (key: FormKey): RunningSave | undefined => running.find(isAt(key));

/**
 * Sends the values of a form. The save outlives the form (CORE-481): it ends in the form that is
 * open at its place then. Without one, a failure is kept with the values.
 */
export function runSave(save: Save, request: () => Promise<unknown>): Promise<SaveOutcome> {
  const outcome = request().then(
    (answer): SaveOutcome => ({ ok: true, answer }),
    (error: unknown): SaveOutcome => ({ ok: false, error }),
  );
  const entry: RunningSave = { ...save, outcome };
  running = [...running, entry];
  // A later save has newer values.
  failed = failed.filter((other) => !isAt(save.key)(other));
  listeners.emit();
  return outcome.then((result) => {
    running = running.filter((other) => other !== entry);
    const form = forms.find(isAt(save.key));
    const isShown = form?.settle(save, result) ?? false;
    if (!result.ok && !form) failed = [...failed, { ...save, error: result.error }];
    const text = result.ok && !isShown ? save.describeLost?.(result.answer) : undefined;
    if (text !== undefined) lostSecrets = [...lostSecrets, { key: save.key, text }];
    listeners.emit();
    return result;
  });
}

/** Registers an open form. Returns the function that removes it. */
export function openForm(key: FormKey, settle: OpenForm): () => void {
  const form = { key, settle };
  forms = [...forms, form];
  return () => {
    forms = forms.filter((other) => other !== form);
  };
}

/** Returns the failed save of a place once, for the form that shows its values from then on. */
export function takeFailedSave(key: FormKey): FailedSave | undefined {
  const found = failed.find(isAt(key));
  if (found) dropFailedSave(found);
  return found;
}

export function dropLostSecret(secret: LostSecret): void {
  lostSecrets = lostSecrets.filter((other) => other !== secret);
  listeners.emit();
}

/** Discards the values of a failed save. */
export function dropFailedSave(save: FailedSave): void {
  failed = failed.filter((other) => other !== save);
  listeners.emit();
}

import type { Field, TextFormat } from "@parlour/protocol/settings/field";
import { readPath } from "@parlour/protocol/settings/paths";
import type { SingleKind } from "@parlour/protocol/settings/kind";
import type { Problem } from "@parlour/protocol/settings/problems";
import type { ApiError } from "@parlour/client";
import { useRouter } from "@tanstack/react-router";
import { useState, type ReactElement } from "react";
import { api, queryClient } from "../../../../state/api/api.ts";
import { useCurrentOperator } from "../../../../state/session.tsx";
import { findText, i18n, textById } from "../../../../text/index.ts";
import { invalidateLists } from "../../../../state/api/queries.ts";
import { t } from "../../text.ts";
import { explainPrivateAddress } from "../form/outgoing-addresses.ts";
import { useForm, type Form } from "../../../../ui/form/use-form.ts";
import { storeSecret } from "../resource/one-time-secret.ts";
import { createResource, updateResource, useOpenCreated } from "../resource/resource.ts";
import {
  findErrorField,
  listCredentials,
  listProblems,
  toBody,
  toFormValues,
  type FormValues,
} from "./form-values.ts";
import { durationText } from "./duration.ts";
import {
  getLabelId,
  listSectionFields,
  type FormScreen,
  type KindScreen,
  type StoredObject,
} from "./kind-screen.ts";
import type { SingleScreen } from "./single-screen.ts";

interface KindFormOptions<T> {
  /** Runs after a success instead of the navigation, if the form is still open. */
  readonly onSaved?: (answer: T) => void;
  /** Renders the dialog that contains the form. */
  readonly dialog?: (onClose: () => void) => ReactElement;
  /** Says what to do about a secret that the closed form could not show (CORE-482). */
  readonly describeLost?: (answer: T) => string | undefined;
}

/**
 * Creates the form of an object. If `stored` is null, the form creates an object. It then opens the
 * page of the object or the list. A form in a dialog calls `onSaved` instead.
 */
export function useKindForm<T extends StoredObject>(
  screen: KindScreen<T>,
  stored: T | null,
  { onSaved, dialog, describeLost }: KindFormOptions<T> = {},
): Form<FormValues> {
  const { kind, findErrors, newValues, opensCreated, unsent, page = kind.path } = screen;
  const me = useCurrentOperator();
  const router = useRouter();
  const openCreated = useOpenCreated(
    page,
    typeof opensCreated === "object" ? opensCreated : undefined,
  );
  const names = listNames(screen);
  // Values of a new object may depend on the time, and stay the same while the form is open.
  const [initial] = useState(() => newValues?.(me));
  const { saved, createBody } = createConverters(screen, stored);
  return useForm<FormValues, T>({
    name: `${kind.path}/${stored?.id ?? kind.entryKind ?? ""}`,
    subject: getSubject(screen, stored),
    dialog,
    describeLost,
    isNew: stored === null || dialog !== undefined,
    saved: { ...saved, ...unsent, ...(stored === null && initial) },
    validate: (values) => ({ ...validate(screen, values), ...findErrors?.(values) }),
    ...explainErrors(screen),
    secrets: listCredentials(kind.fields, names),
    save: async (values, changed) => {
      if (stored !== null)
        return updateResource<T>(kind.path, stored.id, createBody(values, changed));
      const body = { kind: kind.entryKind, ...createBody(values, names) };
      if (!onSaved && opensCreated) return createResource<T>(kind.path, body);
      const created = await api.post<T>(`/${kind.path}`, body);
      invalidateLists(kind.path);
      return created;
    },
    onSaved: (answer) => {
      if (onSaved) return onSaved(answer);
      if (stored !== null) return;
      if (opensCreated) return openCreated(answer.id);
      return router.navigate({
        to: "/settings/$",
        params: { _splat: page },
        ignoreBlocker: true,
      });
    },
  });
}

/** Returns the name of what a form of the kind saves: "Tags: vip". */
function getSubject<T extends StoredObject>(screen: KindScreen<T>, stored: T | null): string {
  const { prefix, nameOf } = screen;
  if (stored === null) return findText(`${prefix}.new`) ?? textById(`${prefix}.add`);
  return `${textById(`${prefix}.title`)}: ${nameOf?.(stored) ?? stored.name ?? ""}`;
}

/** Returns the values of an answer. null: the settings are absent. */
export const readSingle = ({ within }: SingleKind, answer: object): object | null =>
  within === undefined ? answer : (answer as Readonly<Record<string, object | null>>)[within]!;

/** Creates the form of settings that exist once. Also returns its values as they are sent. */
export function useSingleForm<T extends object>(
  screen: SingleScreen<T>,
  answer: T,
): { readonly form: Form<FormValues>; readonly values: T } {
  const { kind, check, onSaved } = screen;
  const names = listNames(screen);
  const stored = readSingle(kind, answer);
  const { saved, createBody } = createConverters(screen, stored);
  const toSentValues = (values: FormValues): T => {
    const sent = createBody(values, names);
    return kind.within === undefined
      ? { ...answer, ...sent }
      : { ...answer, [kind.within]: { ...(!kind.optional && stored), ...sent } };
  };
  const form = useForm<FormValues>({
    name: screen.prefix,
    subject: textById(`${screen.prefix}.title`),
    saved,
    validate: (values) => ({ ...check?.(toSentValues(values)), ...validate(screen, values) }),
    ...explainErrors(screen),
    secrets: listCredentials(kind.fields, names),
    save: async (values, changed) => {
      const path = `/${kind.path}`;
      const changedAnswer = kind.optional
        ? await api.put<T>(path, createBody(values, names))
        : await api.patch<T>(path, createBody(values, changed));
      cacheSingle(kind, changedAnswer);
      onSaved?.();
    },
  });
  return { form, values: toSentValues(form.values) };
}

/** Caches returned settings. Stores a generated secret apart, to be shown once, and returns it. */
export function cacheSingle({ path = "", fields }: SingleKind, answer: object): string | undefined {
  const generated = Object.values(fields).flatMap((field) =>
    field.type === "secret" ? (field.generated ?? []) : [],
  );
  const settings: Record<string, unknown> = { ...answer };
  const [secret] = generated.flatMap((name) => (settings[name] as string | undefined) ?? []);
  for (const name of generated) delete settings[name];
  if (secret !== undefined) storeSecret(path, secret);
  queryClient.setQueryData([path], settings);
  return secret;
}

const listNames = ({ sections, unsent = {} }: FormScreen): readonly string[] => [
  ...sections.flatMap(listSectionFields),
  ...Object.keys(unsent),
];

/** Returns the error texts of wrong values by path of the field. */
export function validate(screen: FormScreen, values: FormValues) {
  const { kind, custom, joined } = screen;
  return {
    ...Object.fromEntries(
      listProblems(kind.fields, values).map(({ name, field, problem }) => [
        name,
        findText(`${getLabelId(screen, name)}.wrong`, {
          text: problem.is === "format" ? problem.text : "",
        }) ?? describeProblem(field, problem),
      ]),
    ),
    ...findCustomErrors(values, { ...custom, ...joined }),
  };
}

const explainErrors = (screen: FormScreen) => ({
  mapErrorField: (error: ApiError) => {
    const { kind, joined = {}, errorFields = {} } = screen;
    const names = [...listNames(screen), ...Object.values(joined).flatMap(({ fields }) => fields)];
    const name = errorFields[error.code] ?? findErrorField(kind.fields, names, error);
    const joint = Object.entries(joined).find(([, { fields }]) => fields.includes(name ?? ""));
    return joint?.[0] ?? name;
  },
  explainError: explainPrivateAddress,
});

type Custom = NonNullable<FormScreen["custom"]>;
/**
 * Returns the body with the values of the form that are valid. Those that are not have the values
 * of a new object, so that a preview always works.
 */
export function toValidBody(screen: FormScreen, values: FormValues): object {
  const { kind, custom = {} } = screen;
  const names = listNames(screen);
  const normal = toFormValues(kind.fields, names, null);
  const wrong = listProblems(kind.fields, values).map(({ name }) => [name, normal[name]] as const);
  const valid = { ...values, ...Object.fromEntries(wrong) };
  return toBody(kind.fields, convert(valid, custom, "toSent"), names);
}

/** Returns the stored values as the form has them, and the function that returns the sent ones. */
export const createConverters = (screen: FormScreen, stored: object | null) => {
  const { kind, custom = {}, joined = {}, initial = {} } = screen;
  const joints = Object.entries(joined);
  const isInitial = ([name]: readonly [string, unknown]): boolean =>
    stored === null ||
    (name.includes(".") && readPath(stored, name.slice(0, name.lastIndexOf("."))) == null);
  return {
    saved: {
      ...convert(toFormValues(kind.fields, listNames(screen), stored), custom, "toForm"),
      ...Object.fromEntries(Object.entries(initial).filter(isInitial)),
      ...Object.fromEntries(joints.map(([name, { toForm }]) => [name, toForm(stored as never)])),
    },
    createBody: (values: FormValues, sent: readonly string[]) => ({
      ...toBody(kind.fields, convert(values, custom, "toSent"), sent),
      ...Object.fromEntries(
        joints.flatMap(([name, { toSent }]) =>
          sent.includes(name) ? Object.entries(toSent(values[name] as never)) : [],
        ),
      ),
    }),
  };
};
const convert = (values: FormValues, custom: Custom, way: "toForm" | "toSent"): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const converter = custom[name];
      return [name, converter && value !== null ? converter[way](value as never) : value];
    }),
  );
const findCustomErrors = (
  values: FormValues,
  custom: Readonly<Record<string, { readonly findError: Custom[string]["findError"] }>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(custom).flatMap(([name, { findError }]) => {
      const value = values[name] ?? null;
      const error = value === null ? null : findError(value as never);
      return error === null ? [] : [[name, error]];
    }),
  );

/** Returns what to do about a problem, for a field without an error text of its own. */
function describeProblem(field: Field, problem: Problem): string {
  if (field.type === "text" && field.format !== undefined && problem.is !== "too_long")
    return describeFormat(field.format);
  switch (problem.is) {
    case "empty":
      return t("problem.empty");
    case "too_long":
      return t("problem.too_long", { max: problem.max });
    case "too_few":
      return t("problem.too_few", { min: problem.min });
    case "too_many":
      return t("problem.too_many", { max: problem.max });
    case "out_of_range":
      if (field.type === "integer" && field.unit === "s")
        return t("problem.no_duration", {
          min: durationText(problem.min),
          max: durationText(problem.max),
        });
      if (field.type === "integer" && field.unit === "days")
        return t("problem.no_days", { min: problem.min, max: i18n.number(problem.max) });
      return t("problem.out_of_range", { min: problem.min, max: problem.max });
    case "no_time":
      return t("problem.no_time");
    case "pattern":
      return t("problem.pattern");
    case "format":
      return describeFormat(problem.format);
  }
}
const describeFormat = (format: TextFormat): string =>
  findText(`problem.format.${format}`) ?? t("problem.empty");

/** Returns the labels of the fields of the form. */
export const getKindLabels = (screen: FormScreen): Readonly<Record<string, string>> =>
  Object.fromEntries(listNames(screen).map((name) => [name, textById(getLabelId(screen, name))]));

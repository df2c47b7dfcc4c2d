import type { Field } from "@parlour/protocol/settings/field";
import type { Problem } from "@parlour/protocol/settings/problems";
import { ApiError } from "@parlour/client";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../../state/api/api.ts";
import { findText, textById } from "../../../../text/index.ts";
import { invalidateLists } from "../../queries.ts";
import { t } from "../../text.ts";
import { useForm, withMessage, type Form } from "../form/use-form.ts";
import { updateResource, useOpenCreated } from "../resource/resource.ts";
import {
  findErrorField,
  listProblems,
  toBody,
  toFormValues,
  type FormValues,
} from "./form-values.ts";
import type { KindScreen, StoredObject } from "./kind-screen.ts";

/**
 * Creates the form of an object. If `stored` is null, the form creates an object. It then calls
 * `onCreated`, or opens the page of the object or the list.
 */
export function useKindForm<T extends StoredObject>(
  { kind, prefix, sections, newValues, opensCreated }: KindScreen<T>,
  stored: T | null,
  onCreated?: (created: T) => void,
): Form<FormValues> {
  const router = useRouter();
  const openCreated = useOpenCreated(kind.path);
  const names = sections.flatMap(({ fields }) => fields);
  // Values of a new object may depend on the time, and stay the same while the form is open.
  const [initial] = useState(() => newValues?.());
  return useForm<FormValues>({
    saved: { ...toFormValues(kind.fields, names, stored), ...(stored === null && initial) },
    validate: (values) =>
      Object.fromEntries(
        listProblems(kind.fields, values).map(({ name, field, problem }) => [
          name,
          findText(`${prefix}.${name}.wrong`) ?? describeProblem(field, problem),
        ]),
      ),
    mapErrorField: (error) => findErrorField(kind.fields, names, error),
    explainError: (error) =>
      error instanceof ApiError && error.code === "private_address"
        ? withMessage(error, error.field ?? "", `${error.message} ${t("channel.private")}`)
        : error,
    save: async (values, changed) => {
      if (stored !== null)
        return updateResource(kind.path, stored.id, toBody(kind.fields, values, changed));
      const created = await api.post<T>(`/${kind.path}`, toBody(kind.fields, values, names));
      if (onCreated) return onCreated(created);
      if (opensCreated) return openCreated(created);
      invalidateLists(kind.path);
      await router.navigate({
        to: "/settings/$",
        params: { _splat: kind.path },
        ignoreBlocker: true,
      });
    },
  });
}

/** Returns what to do about a problem, for a field without an error text of its own. */
function describeProblem(field: Field, problem: Problem): string {
  if (field.type === "text" && field.format !== undefined && problem.is !== "too_long")
    return t(`problem.format.${field.format}`);
  switch (problem.is) {
    case "empty":
      return t("problem.empty");
    case "too_long":
      return t("problem.too_long", { max: problem.max });
    case "too_few":
      return t("problem.too_few", { min: problem.min });
    case "out_of_range":
      return t("problem.out_of_range", { min: problem.min, max: problem.max });
    case "no_time":
      return t("problem.no_time");
    case "format":
      return t(`problem.format.${problem.format}`);
  }
}

/** Returns the labels of the fields of the form. */
export const getKindLabels = ({
  prefix,
  sections,
}: KindScreen<never>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    sections.flatMap(({ fields }) => fields).map((name) => [name, textById(`${prefix}.${name}`)]),
  );

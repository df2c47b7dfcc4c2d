import type {
  ResourceShape,
  TextValues,
} from "@parlour/protocol/api/settings/shapes/resource-shape";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../../state/api/api.ts";
import { invalidateLists } from "../../queries.ts";
import { useForm, type Form } from "../form/use-form.ts";
import { updateResource, type ResourceList } from "./resource.ts";

type Shape = ResourceShape & { readonly path: ResourceList };

/** Loads one resource. */
export const useResource = <T>({ path }: Shape, id: number) =>
  useQuery({ queryKey: [path, id], queryFn: () => api.get<T>(`/${path}/${id}`) });

/**
 * Creates a form for a resource whose fields are texts.
 *
 * If `resource` is null, the form creates a resource and then opens the list at `page`. `errors`
 * contains the messages for fields of invalid length.
 */
export function useTextForm<S extends Shape>(
  shape: S,
  {
    resource,
    page,
    errors,
  }: {
    resource: (TextValues<S> & { readonly id: number }) | null;
    page: string;
    errors: TextValues<S>;
  },
): Form<TextValues<S>> {
  const router = useRouter();
  const names = Object.keys(shape.texts) as (keyof TextValues<S> & string)[];
  const pick = (textOf: (name: keyof TextValues<S> & string) => string) =>
    Object.fromEntries(names.map((name) => [name, textOf(name)])) as TextValues<S>;
  return useForm<TextValues<S>>({
    saved: pick((name) => resource?.[name] ?? ""),
    validate: (values) => {
      const invalid = names.filter((name) => !hasValidLength(values[name], shape.texts[name]));
      return Object.fromEntries(invalid.map((name) => [name, errors[name]])) as Form<
        TextValues<S>
      >["errors"];
    },
    save: async (values, changed) => {
      const texts = pick((name) => values[name].trim());
      if (resource !== null)
        return updateResource(
          shape.path,
          resource.id,
          Object.fromEntries(changed.map((name) => [name, texts[name]])),
        );
      await api.post(`/${shape.path}`, texts);
      invalidateLists(shape.path);
      await router.navigate({ to: "/settings/$", params: { _splat: page }, ignoreBlocker: true });
    },
  });
}
function hasValidLength(text: string, field: ResourceShape["texts"][string] | undefined): boolean {
  return (
    field === undefined ||
    (text.trim().length >= field.minLength && Array.from(text).length <= field.maxLength)
  );
}

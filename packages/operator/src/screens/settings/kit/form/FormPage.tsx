import type { ReactNode } from "react";
import { PageForm, type PageFormProps } from "../../../../ui/form/PageForm.tsx";
import { usePart } from "../../open-page.tsx";
import { PageHeader } from "./PageHeader.tsx";

type FormPageProps<T extends object> = Omit<PageFormProps<T>, "header" | "part"> & {
  about?: ReactNode;
  tools?: ReactNode;
};

/** Renders a page of the settings with one form, or the form of a part of a page. */
export function FormPage<T extends object>({ about, tools, ...form }: FormPageProps<T>) {
  const header = (
    <PageHeader title={form.title} about={about}>
      {tools}
    </PageHeader>
  );
  return <PageForm {...form} header={header} part={usePart()} />;
}

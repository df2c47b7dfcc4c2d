import { useQuery } from "@tanstack/react-query";
import { api } from "../../../../state/api/api.ts";
import { can, useCurrentOperator } from "../../../../state/session.tsx";
import { textById } from "../../../../text/index.ts";
import { t } from "../../text.ts";
import { FormPage } from "../form/FormPage.tsx";
import { QueryPageBody } from "../resource/parts.tsx";
import { KindFields } from "./KindFields.tsx";
import { listSectionFields } from "./kind-screen.ts";
import type { SingleScreen, StoredSingle } from "./single-screen.ts";
import { getKindLabels, readSingle, useSingleForm } from "./use-kind-form.ts";

/** Renders the page of settings that an account has once. */
export function SingleKindPage<T extends object>({ screen }: { screen: SingleScreen<T> }) {
  const { kind, prefix } = screen;
  const query = useQuery({ queryKey: [kind.path], queryFn: () => api.get<T>(`/${kind.path}`) });
  return (
    <QueryPageBody
      query={query}
      title={textById(`${prefix}.title`)}
      about={textById(`${prefix}.about`)}
    >
      {(stored) => <SingleForm screen={screen} stored={stored} />}
    </QueryPageBody>
  );
}

function SingleForm<T extends object>({ screen, stored }: { screen: SingleScreen<T>; stored: T }) {
  const me = useCurrentOperator();
  const { form, values } = useSingleForm(screen, stored);
  const { kind, prefix, sections, side, above, after } = screen;
  const isAllowed = kind.of === "installation" ? me.instance_owner : can(me, "account.manage");
  const { managed: isStored = false }: StoredSingle = stored;
  const managed = screen.managedFields?.(stored) ?? isStored;
  const isManaged =
    managed === true ||
    (managed !== false &&
      sections.flatMap(listSectionFields).every((name) => managed.includes(name)));
  const readOnly = isManaged
    ? t("page.managed")
    : isAllowed
      ? null
      : (screen.forbidden?.() ?? t("page.readonly"));
  return (
    <FormPage
      title={textById(`${prefix}.title`)}
      about={textById(`${prefix}.about`)}
      form={form}
      labels={getKindLabels(screen)}
      readOnly={readOnly}
      side={side?.(values, form, stored)}
    >
      {above?.(stored)}
      <KindFields
        {...{ screen, form }}
        stored={readSingle(kind, stored) ?? undefined}
        readOnly={readOnly !== null}
        managed={typeof managed === "object" ? managed : []}
      />
      {after?.(stored)}
    </FormPage>
  );
}

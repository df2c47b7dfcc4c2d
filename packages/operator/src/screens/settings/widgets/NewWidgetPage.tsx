import type { Channel } from "@parlour/protocol";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { FormTextArea, FormTextField } from "../kit/form/form-fields.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { OperatorPicker } from "../kit/form/OperatorPicker.tsx";
import { cacheResource } from "../kit/resource/resource.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import { t } from "./text.ts";
import { mapWidgetErrorField, isSiteOrigin, parseLines } from "./form/widget-form.ts";

interface NewWidgetValues {
  name: string;
  origins: string;
  operators: number[];
}

/**
 * Renders Settings → Site widgets → Add with three fields: name, sites, operators. All other
 * settings have defaults.
 */
export function NewWidgetPage() {
  const form = useNewWidgetForm();
  const fieldProps = { form, readOnly: false };
  return (
    <FormPage
      title={t("widget.new")}
      about={t("widget.new.about")}

      form={form}
      labels={{
        name: t("widget.name"),
        origins: t("widget.origins"),
        operators: t("widget.operators"),
      }}
      verb={t("widget.create")}
    >
      <section className="group">
        <FormTextField
          {...fieldProps}
          name="name"
          label={t("widget.name")}
          hint={t("widget.name.hint")}
          dir="auto"
          maxLength={100}
        />
        <FormTextArea
          {...fieldProps}
          name="origins"
          label={t("widget.origins")}
          hint={t("widget.origins.hint")}
          rows={3}
          spellCheck={false}
        />
        <OperatorPicker
          title={t("widget.operators")}
          hint={t("widget.operators.hint")}
          chosen={form.values.operators}
          onChange={(chosen) => form.set("operators", chosen)}
          readOnly={false}
          error={form.errors.operators}
        />
      </section>
    </FormPage>
  );
}

function useNewWidgetForm(): Form<NewWidgetValues> {
  const router = useRouter();
  const me = useCurrentOperator();
  return useForm<NewWidgetValues>({
    saved: { name: "", origins: "", operators: [me.id] },
    validate: validateNewWidget,
    mapErrorField: (error) => {
      const field = mapWidgetErrorField(error);
      return field === "name" || field === "origins" || field === "operators" ? field : null;
    },
    save: async ({ name, origins, operators }) => {
      const body = {
        kind: "widget",
        name: name.trim(),
        operators,
        widget: { origins: parseLines(origins) },
      };
      const created = await api.post<Channel>("/channels", body);
      cacheResource("channels", created);
      // Opens the tab with the code, because that is the next step of the setup.
      const target = {
        to: "/settings/$",
        params: { _splat: `widgets/${created.id}` },
        search: { tab: "api" } as never,
      } as const;
      await router.navigate({ ...target, ignoreBlocker: true });
    },
  });
}

function validateNewWidget({
  name,
  origins,
  operators,
}: NewWidgetValues): Partial<Record<keyof NewWidgetValues, string>> {
  const invalidSite = parseLines(origins).find((site) => !isSiteOrigin(site));
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && {
      name: t("widget.name.missing"),
    }),
    ...(invalidSite !== undefined && { origins: t("widget.origins.wrong", { site: invalidSite }) }),
    ...(operators.length === 0 && { operators: t("widget.operators.missing") }),
  };
}

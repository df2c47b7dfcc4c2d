import type { Channel, Operator } from "@parlour/protocol";
import { useRouter } from "@tanstack/react-router";
import { api } from "../../../state/api.ts";
import { useMe } from "../../../state/session.tsx";
import { FormArea, FormText } from "../bound.tsx";
import { useOperators } from "../data.ts";
import { FormPage } from "../FormPage.tsx";
import { OperatorChecks } from "../OperatorChecks.tsx";
import { Loaded } from "../parts.tsx";
import { keep } from "../thing.ts";
import { useForm, type Form } from "../use-form.ts";
import { t } from "./text.ts";
import { fieldOf, isSite, linesOf } from "./widget-form.ts";

interface NewValues {
  name: string;
  origins: string;
  operators: number[];
}

/** Settings → Site widgets → Add: name, sites, operators. All other settings have defaults. */
export function NewWidgetPage() {
  const read = useOperators();
  return (
    <Loaded read={read} title={t("widget.new")} about={t("widget.new.about")} back="widgets">
      {(operators) => <NewWidget operators={operators} />}
    </Loaded>
  );
}

function NewWidget({ operators }: { operators: readonly Operator[] }) {
  const form = useNewWidget();
  const bound = { form, readOnly: false };
  return (
    <FormPage
      title={t("widget.new")}
      about={t("widget.new.about")}
      back="widgets"
      form={form}
      labels={{ name: t("widget.name"), origins: t("widget.origins"), operators: t("widget.operators") }}
      verb={t("widget.create")}
    >
      <section className="group">
        <FormText {...bound} name="name" label={t("widget.name")} hint={t("widget.name.hint")} dir="auto" maxLength={100} />
        <FormArea {...bound} name="origins" label={t("widget.origins")} hint={t("widget.origins.hint")} rows={3} spellCheck={false} />
        <OperatorChecks
          title={t("widget.operators")}
          hint={t("widget.operators.hint")}
          operators={operators}
          chosen={form.values.operators}
          onChange={(chosen) => form.set("operators", chosen)}
          readOnly={false}
          error={form.faults.operators}
        />
      </section>
    </FormPage>
  );
}

function useNewWidget(): Form<NewValues> {
  const router = useRouter();
  const me = useMe();
  return useForm<NewValues>({
    saved: { name: "", origins: "", operators: [me.id] },
    check: checkNew,
    fieldOf: (error) => {
      const field = fieldOf(error);
      return field === "name" || field === "origins" || field === "operators" ? field : null;
    },
    save: async ({ name, origins, operators }) => {
      const body = { kind: "widget", name: name.trim(), operators, widget: { origins: linesOf(origins) } };
      const made = await api.post<Channel>("/channels", body);
      keep("channels", made);
      // Opens the tab with the code, the next step of the setup.
      const to = { to: "/settings/$", params: { _splat: `widgets/${made.id}` }, search: { tab: "api" } as never } as const;
      await router.navigate({ ...to, ignoreBlocker: true });
    },
  });
}

function checkNew({ name, origins, operators }: NewValues): Partial<Record<keyof NewValues, string>> {
  const wrong = linesOf(origins).find((one) => !isSite(one));
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && { name: t("widget.name.missing") }),
    ...(wrong !== undefined && { origins: t("widget.origins.wrong", { site: wrong }) }),
    ...(operators.length === 0 && { operators: t("widget.operators.missing") }),
  };
}

import type { Instance } from "@parlour/protocol/api";
import { api, queries } from "../../state/api.ts";
import { TextField } from "../../ui/Field.tsx";
import { useInstance } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

/** Settings → Instance: the support contact of CH-038. */
export function InstancePage() {
  const read = useInstance();
  return (
    <Loaded read={read} title={t("instance.title")} about={t("instance.about")}>
      {(instance) => <InstanceForm instance={instance} />}
    </Loaded>
  );
}

function InstanceForm({ instance }: { instance: Instance }) {
  const form = useForm<{ support_contact: string }>({
    saved: { support_contact: instance.support_contact ?? "" },
    save: async ({ support_contact: contact }) => {
      queries.setQueryData(
        ["instance"],
        await api.patch<Instance>("/instance", { support_contact: contact.trim() === "" ? null : contact.trim() }),
      );
    },
  });
  return (
    <FormPage title={t("instance.title")} about={t("instance.about")} form={form} labels={{ support_contact: t("instance.contact") }}>
      <section className="group" aria-labelledby="g-support">
        <h2 id="g-support">{t("instance.group")}</h2>
        <TextField
          label={t("instance.contact")}
          name="support_contact"
          value={form.values.support_contact}
          onChange={(event) => form.set("support_contact", event.target.value)}
          error={form.faults.support_contact}
          hint={t("instance.contact.hint")}
          maxLength={300}
          autoComplete="off"
        />
      </section>
    </FormPage>
  );
}

import type { Instance } from "@parlour/protocol/api";
import { api, queryClient } from "../../../state/api/api.ts";
import { Switch, TextField } from "../../../ui/Field.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { useInstallation } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { useForm } from "../kit/form/use-form.ts";

/**
 * Renders Settings → Installation: the support contact of CH-038, and whether accounts may create
 * bot providers themselves (BOT-002).
 */
export function InstallationPage() {
  const query = useInstallation();
  return (
    <QueryPageBody query={query} title={t("instance.title")} about={t("instance.about")}>
      {(installation) => <InstallationForm installation={installation} />}
    </QueryPageBody>
  );
}

function InstallationForm({ installation }: { installation: Instance }) {
  const form = useForm<{ support_contact: string; bot_self_service: boolean }>({
    saved: {
      support_contact: installation.support_contact ?? "",
      bot_self_service: installation.bot_self_service,
    },
    save: async ({ support_contact: contactField, bot_self_service }, changed) => {
      const body = {
        ...(changed.includes("support_contact") && {
          support_contact: contactField.trim() === "" ? null : contactField.trim(),
        }),
        ...(changed.includes("bot_self_service") && { bot_self_service }),
      };
      queryClient.setQueryData(["instance"], await api.patch<Instance>("/instance", body));
    },
  });
  const contactField = {
    ...bindField(form, "support_contact"),
    label: t("instance.contact"),
    hint: t("instance.contact.hint"),
  };
  return (
    <FormPage
      title={t("instance.title")}
      about={t("instance.about")}
      form={form}
      labels={{
        support_contact: t("instance.contact"),
        bot_self_service: t("instance.selfservice"),
      }}
    >
      <SettingsSection id="g-support" title={t("instance.group")}>
        <TextField {...contactField} maxLength={300} autoComplete="off" />
      </SettingsSection>
      <SettingsSection id="g-providers" title={t("instance.bots")}>
        <Switch
          label={t("instance.selfservice")}
          hint={t("instance.selfservice.hint")}
          name="bot_self_service"
          checked={form.values.bot_self_service}
          onChange={(event) => form.set("bot_self_service", event.target.checked)}
        />
      </SettingsSection>
    </FormPage>
  );
}

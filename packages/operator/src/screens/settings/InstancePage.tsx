import type { Instance } from "@parlour/protocol/api";
import { api, queries } from "../../state/api.ts";
import { Switch, TextField } from "../../ui/Field.tsx";
import { bind } from "./bound.tsx";
import { useInstance } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Group } from "./Group.tsx";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useForm } from "./use-form.ts";

/**
 * Settings → Installation: the support contact of CH-038, and whether accounts create bot providers
 * themselves (BOT-002).
 */
export function InstancePage() {
  const read = useInstance();
  return (
    <Loaded read={read} title={t("instance.title")} about={t("instance.about")}>
      {(instance) => <InstanceForm instance={instance} />}
    </Loaded>
  );
}

function InstanceForm({ instance }: { instance: Instance }) {
  const form = useForm<{ support_contact: string; bot_self_service: boolean }>({
    saved: { support_contact: instance.support_contact ?? "", bot_self_service: instance.bot_self_service },
    save: async ({ support_contact: contact, bot_self_service }, changed) => {
      const body = {
        ...(changed.includes("support_contact") && { support_contact: contact.trim() === "" ? null : contact.trim() }),
        ...(changed.includes("bot_self_service") && { bot_self_service }),
      };
      queries.setQueryData(["instance"], await api.patch<Instance>("/instance", body));
    },
  });
  const contact = { ...bind(form, "support_contact"), label: t("instance.contact"), hint: t("instance.contact.hint") };
  return (
    <FormPage
      title={t("instance.title")}
      about={t("instance.about")}
      form={form}
      labels={{ support_contact: t("instance.contact"), bot_self_service: t("instance.selfservice") }}
    >
      <Group id="g-support" title={t("instance.group")}>
        <TextField {...contact} maxLength={300} autoComplete="off" />
      </Group>
      <Group id="g-providers" title={t("instance.bots")}>
        <Switch
          label={t("instance.selfservice")}
          hint={t("instance.selfservice.hint")}
          name="bot_self_service"
          checked={form.values.bot_self_service}
          onChange={(event) => form.set("bot_self_service", event.target.checked)}
        />
      </Group>
    </FormPage>
  );
}

import type { ChannelWithSecret } from "@parlour/protocol/api";
import type { Operator } from "@parlour/protocol";
import { api } from "../../../state/api/api.ts";
import { useCurrentOperator } from "../../../state/session.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import {
  mapChannelErrorField,
  getChannelLabels,
  validateChannel,
  explainChannelError,
  type ChannelFormValues,
} from "./channel-form.ts";
import { useOperators } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { QueryPageBody } from "../kit/resource/parts.tsx";
import { t } from "../text.ts";
import { useOpenCreated } from "../kit/resource/resource.ts";
import { useForm } from "../kit/form/use-form.ts";

/** Renders Settings → Chat API → Add with exactly four inputs (CH-001). */
export function NewChannelPage() {
  const query = useOperators();
  return (
    <QueryPageBody query={query} title={t("channel.new.title")} about={t("channel.new.about")}>
      {(operators) => <NewChannelForm operators={operators} />}
    </QueryPageBody>
  );
}

function NewChannelForm({ operators }: { operators: readonly Operator[] }) {
  const me = useCurrentOperator();
  const openCreated = useOpenCreated("channels");
  const form = useForm<ChannelFormValues>({
    saved: {
      name: "",
      endpoint_url: "",
      append_public_id: true,
      chunked: false,
      operators: [me.id],
    },
    validate: validateChannel,
    mapErrorField: mapChannelErrorField,
    explainError: explainChannelError,
    save: async (values) => {
      const body = {
        ...values,
        name: values.name.trim(),
        endpoint_url: values.endpoint_url.trim(),
      };
      await openCreated(await api.post<ChannelWithSecret>("/channels", body));
    },
  });
  return (
    <FormPage
      title={t("channel.new.title")}
      about={t("channel.new.about")}

      form={form}
      labels={getChannelLabels()}
      verb={t("channel.create")}
    >
      <ChannelFields form={form} operators={operators} readOnly={false} isNew />
    </FormPage>
  );
}

import type { ChannelWithSecret } from "@parlour/protocol/api";
import type { Operator } from "@parlour/protocol";
import { api } from "../../state/api.ts";
import { useMe } from "../../state/session.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { channelFieldOf, channelLabels, checkChannel, explainChannel, type ChannelValues } from "./channel-form.ts";
import { useOperators } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
import { useMade } from "./thing.ts";
import { useForm } from "./use-form.ts";

/** Settings → Chat API → Add: exactly four inputs (CH-001). */
export function NewChannelPage() {
  const read = useOperators();
  return (
    <Loaded read={read} title={t("channel.new.title")} about={t("channel.new.about")} back="channels">
      {(operators) => <NewChannel operators={operators} />}
    </Loaded>
  );
}

function NewChannel({ operators }: { operators: readonly Operator[] }) {
  const me = useMe();
  const onMade = useMade("channels");
  const form = useForm<ChannelValues>({
    saved: { name: "", endpoint_url: "", append_public_id: true, chunked: false, operators: [me.id] },
    check: checkChannel,
    fieldOf: channelFieldOf,
    explain: explainChannel,
    save: async (values) => {
      const body = { ...values, name: values.name.trim(), endpoint_url: values.endpoint_url.trim() };
      await onMade(await api.post<ChannelWithSecret>("/channels", body));
    },
  });
  return (
    <FormPage
      title={t("channel.new.title")}
      about={t("channel.new.about")}
      back="channels"
      form={form}
      labels={channelLabels()}
      verb={t("channel.create")}
    >
      <ChannelFields form={form} operators={operators} readOnly={false} isNew />
    </FormPage>
  );
}

import type { ChannelWithSecret } from "@parlour/protocol/api";
import { useRouter } from "@tanstack/react-router";
import type { Operator } from "@parlour/protocol";
import { api, queries } from "../../state/api.ts";
import { useMe } from "../../state/session.tsx";
import { ChannelFields } from "./ChannelFields.tsx";
import { channelFieldOf, channelLabels, checkChannel, explainChannel, type ChannelValues } from "./channel-form.ts";
import { stale, useOperators } from "./data.ts";
import { FormPage } from "./FormPage.tsx";
import { keepSecret } from "./fresh-secret.ts";
import { Loaded } from "./parts.tsx";
import { t } from "./text.ts";
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
  const router = useRouter();
  const me = useMe();
  const form = useForm<ChannelValues>({
    saved: { name: "", endpoint_url: "", chunked: false, operators: [me.id] },
    check: checkChannel,
    fieldOf: channelFieldOf,
    explain: explainChannel,
    save: async (values) => {
      const made = await api.post<ChannelWithSecret>("/channels", {
        ...values,
        name: values.name.trim(),
        endpoint_url: values.endpoint_url.trim(),
      });
      const { signing_secret: secret, ...channel } = made;
      if (secret !== undefined) keepSecret(`channels/${channel.id}`, secret);
      queries.setQueryData(["channels", channel.id], channel);
      stale("channels");
      await router.navigate({ to: "/settings/$", params: { _splat: `channels/${channel.id}` } });
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
      <ChannelFields form={form} operators={operators} readOnly={false} />
    </FormPage>
  );
}

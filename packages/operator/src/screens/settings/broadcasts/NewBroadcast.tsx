import type { Channel } from "@parlour/protocol";
import type { Broadcast, ChannelTemplates, Segment } from "@parlour/protocol/api";
import { broadcastKinds, maxBroadcastName, stopPercents } from "@parlour/protocol/broadcast";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { api, queryClient } from "../../../state/api/api.ts";
import { Select, TextArea, TextField } from "../../../ui/Field.tsx";
import type { LoadedList } from "../../../ui/loading/ListFailure.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { useForm, type Form } from "../../../ui/form/use-form.ts";
import { useAllChannels } from "../../../state/api/queries.ts";
import { t } from "./text.ts";

interface Values {
  readonly name: string;
  readonly segment_id: string;
  readonly channel_id: string;
  readonly subject: string;
  readonly text: string;
  /** Name and language of the template, and the values of its parameters. */
  readonly template: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly stop_percent: string;
}
const empty: Values = {
  name: "",
  segment_id: "",
  channel_id: "",
  subject: "",
  text: "",
  template: "",
  parameters: {},
  stop_percent: String(stopPercents.default),
};
/** Returns the values of a new form. The link of a segment names it behind `#`. */
function useEmptyValues(): Values {
  const { hash } = useLocation();
  return useMemo(() => ({ ...empty, segment_id: /^\d+$/.test(hash) ? hash : "" }), [hash]);
}
type Kind = (typeof broadcastKinds)[number];

/** Makes a draft of a broadcast, and opens its page. */
export function NewBroadcast() {
  const navigate = useNavigate();
  const channels = useAllChannels();
  const usable = (channels.data ?? []).filter(({ kind }) =>
    broadcastKinds.some((one) => one === kind),
  );
  const kindOf = (id: string) =>
    usable.find((one) => String(one.id) === id)?.kind as Kind | undefined;
  const form = useForm<Values, Broadcast>({
    name: "broadcasts/",
    subject: t("broadcast.add"),
    isNew: true,
    saved: useEmptyValues(),
    validate: (values) => findMissing(values, kindOf(values.channel_id)),
    async save(values) {
      const body = toBody(values, kindOf(values.channel_id));
      const created = await api.post<Broadcast>("/broadcasts", body);
      void queryClient.invalidateQueries({ queryKey: ["broadcasts"] });
      return created;
    },
    onSaved: ({ id }) =>
      navigate({
        to: "/settings/$",
        params: { _splat: `broadcasts/${id}` },
        ignoreBlocker: true,
      }),
  });
  return (
    <FormPage
      title={t("broadcast.add")}
      form={form}
      labels={listLabels()}
      button={t("broadcast.save")}
    >
      <BroadcastFields
        form={form}
        channels={usable}
        source={channels}
        kind={kindOf(form.values.channel_id)}
      />
    </FormPage>
  );
}

const listLabels = () => ({
  name: t("broadcast.name"),
  segment_id: t("broadcast.segment"),
  channel_id: t("broadcast.channel"),
  subject: t("broadcast.subject"),
  text: t("broadcast.text"),
  template: t("broadcast.template"),
  parameters: t("broadcast.template"),
  stop_percent: t("broadcast.stop"),
});

function BroadcastFields({
  form,
  channels,
  source,
  kind,
}: {
  form: Form<Values>;
  channels: readonly Channel[];
  source: LoadedList;
  kind: Kind | undefined;
}) {
  const { values, set, errors } = form;
  const segments = useQuery({
    queryKey: ["segments"],
    queryFn: () => api.list<Segment>("/segments"),
  });
  const field = (name: "name" | "subject" | "text" | "stop_percent") => ({
    label: t(`broadcast.${name === "stop_percent" ? "stop" : name}`),
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
  });
  const choice = (name: "segment_id" | "channel_id", rows: readonly Named[]) => ({
    label: t(name === "segment_id" ? "broadcast.segment" : "broadcast.channel"),
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => set(name, target.value),
    options: [
      { value: "", label: t("broadcast.choose") },
      ...rows.map((row) => ({ value: String(row.id), label: row.name })),
    ],
  });
  return (
    <section className="group">
      <TextField {...field("name")} hint={t("broadcast.name.hint")} maxLength={maxBroadcastName} />
      <Select {...choice("segment_id", segments.data ?? [])} source={segments} />
      <Select {...choice("channel_id", channels)} source={source} />
      {kind === "mail" && <TextField {...field("subject")} dir="auto" />}
      {kind !== undefined && kind !== "whatsapp" && (
        <TextArea {...field("text")} hint={t("broadcast.text.hint")} dir="auto" rows={8} />
      )}
      {kind === "whatsapp" && <TemplateFields form={form} />}
      <TextField {...field("stop_percent")} inputMode="numeric" />
    </section>
  );
}
interface Named {
  readonly id: number;
  readonly name: string;
}

/** Asks for a template of the channel, and for the value of each parameter. */
function TemplateFields({ form: { values, set, errors } }: { form: Form<Values> }) {
  const { data } = useQuery({
    queryKey: ["channels", Number(values.channel_id), "templates"],
    queryFn: () => api.get<ChannelTemplates>(`/channels/${values.channel_id}/templates`),
  });
  const templates = (data?.items ?? []).map((one) => ({
    ...one,
    key: JSON.stringify([one.name, one.language]),
  }));
  const chosen = templates.find(({ key }) => key === values.template);
  return (
    <>
      <Select
        label={t("broadcast.template")}
        value={values.template}
        error={errors.template}
        hint={chosen?.text}
        options={[
          { value: "", label: t("broadcast.choose") },
          ...templates.map(({ key, name, language }) => ({
            value: key,
            label: `${name} (${language})`,
          })),
        ]}
        onChange={({ target }) => {
          set("template", target.value);
          const one = templates.find(({ key }) => key === target.value);
          set("parameters", Object.fromEntries((one?.parameters ?? []).map((name) => [name, ""])));
        }}
      />
      {Object.entries(values.parameters).map(([name, value]) => (
        <TextField
          key={name}
          label={`{{${name}}}`}
          dir="auto"
          value={value}
          onChange={({ target }) =>
            set("parameters", { ...values.parameters, [name]: target.value })
          }
        />
      ))}
    </>
  );
}

/** Returns the fields that the kind of channel needs and that are empty. */
function findMissing(values: Values, kind: Kind | undefined) {
  const needed = ["name", "segment_id", "channel_id", ...listContent(kind)] as const;
  return Object.fromEntries(
    needed
      .filter((name) => values[name].trim() === "")
      .map((name) => [name, t("broadcast.missing")]),
  );
}
const listContent = (kind: Kind | undefined) =>
  kind === undefined
    ? []
    : ({ mail: ["subject", "text"], telegram: ["text"], whatsapp: ["template"] } as const)[kind];

function toBody(values: Values, kind: Kind | undefined): object {
  const { subject, text } = values;
  const content = { mail: { subject, text }, telegram: { text }, whatsapp: {} };
  const [name = "", language = ""] =
    values.template === "" ? [] : (JSON.parse(values.template) as string[]);
  const template = { name, language, parameters: values.parameters };
  return {
    name: values.name,
    segment_id: Number(values.segment_id),
    channel_id: Number(values.channel_id),
    stop_percent: Number(values.stop_percent),
    ...(kind === "whatsapp" ? { template } : content[kind ?? "telegram"]),
  };
}

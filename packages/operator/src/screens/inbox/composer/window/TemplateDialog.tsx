import type { Chat, ChannelTemplate } from "@parlour/protocol";
import type { ChannelTemplates } from "@parlour/protocol/api";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type SyntheticEvent } from "react";
import { api } from "../../../../state/api/api.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { toast } from "../../../../ui/dialog/toast.tsx";
import { Select, TextField } from "../../../../ui/Field.tsx";
import { ErrorMessage } from "../../../../ui/loading/ErrorMessage.tsx";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { fillPreview } from "./fill-preview.ts";
import { t } from "./text.ts";

/** Sends one of the templates that the service of the channel has approved (CON-051). */
export function TemplateDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const formId = useId();
  const query = useQuery({
    queryKey: ["channels", chat.channel.id, "templates"],
    queryFn: ({ signal }) =>
      api.get<ChannelTemplates>(`/channels/${chat.channel.id}/templates`, { signal }),
    staleTime: 60_000,
  });
  const { busy, failure, run } = useApiMutation();
  const templates = query.data?.items ?? [];
  const send = async (template: ChannelTemplate, parameters: Record<string, string>) => {
    const { name, language } = template;
    const isSent = await run(() =>
      api.post(`/chats/${chat.id}/messages`, {
        kind: "template",
        template: { name, language, parameters },
        client_id: crypto.randomUUID(),
      }),
    );
    if (!isSent) return;
    toast(t("template.sent"));
    onClose();
  };
  return (
    <Dialog
      title={t("template.title")}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("template.cancel")}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            unavailable={busy || templates.length === 0}
          >
            {t("template.send")}
          </Button>
        </>
      }
    >
      {query.isPending && <p className="soft">{t("template.loading")}</p>}
      {query.error !== null && <ErrorMessage error={query.error} />}
      {query.data !== undefined && templates.length === 0 && (
        <>
          <p>{t("template.none")}</p>
          <p className="hint">{t("template.none.text")}</p>
        </>
      )}
      {templates.length > 0 && (
        <TemplateForm id={formId} templates={templates} onSend={(...sent) => void send(...sent)} />
      )}
      {failure !== null && <ErrorMessage error={failure} />}
    </Dialog>
  );
}

interface TemplateFormProps {
  id: string;
  templates: readonly ChannelTemplate[];
  onSend: (template: ChannelTemplate, parameters: Record<string, string>) => void;
}

const getKey = ({ name, language }: ChannelTemplate): string => `${name} ${language}`;

function TemplateForm({ id, templates, onSend }: TemplateFormProps) {
  const [key, setKey] = useState<string | null>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isChecked, setChecked] = useState(false);
  const template = templates.find((one) => getKey(one) === key) ?? templates[0];
  if (template === undefined) return null;
  const parameters = Object.fromEntries(
    template.parameters.map((name) => [name, (values[name] ?? "").trim()]),
  );
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    setChecked(true);
    if (Object.values(parameters).every((value) => value !== "")) onSend(template, parameters);
  };
  return (
    <form id={id} className="templateform" onSubmit={onSubmit}>
      <Select
        label={t("template.choose")}
        value={getKey(template)}
        options={templates.map((one) => ({
          value: getKey(one),
          label: `${one.name} (${one.language})`,
        }))}
        onChange={(event) => {
          setKey(event.target.value);
          setValues({});
          setChecked(false);
        }}
      />
      {template.parameters.map((name) => (
        <TextField
          key={name}
          label={t("template.value", { name: `{{${name}}}` })}
          dir="auto"
          maxLength={1024}
          value={values[name] ?? ""}
          error={isChecked && parameters[name] === "" ? t("template.missing") : undefined}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
      <h3 className="t12 soft">{t("template.preview")}</h3>
      <p className="templatepreview" dir="auto">
        {fillPreview(template.text, parameters)}
      </p>
    </form>
  );
}

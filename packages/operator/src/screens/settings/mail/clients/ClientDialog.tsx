import type { OAuthClient, OAuthProvider } from "@parlour/protocol/api/operations/oauth";
import { api } from "../../../../state/api/api.ts";
import { TextField } from "../../../../ui/Field.tsx";
import { AllowRefusedUrl, bindField } from "../../kit/form/form-fields.tsx";
import { FormDialog } from "../../kit/form/FormDialog.tsx";
import { useForm, type Form } from "../../../../ui/form/use-form.ts";
import { t as page } from "../../text.ts";
import {
  canReuseSecret,
  mapClientField,
  toFormValues,
  toRequestBody,
  validateClient,
  type ClientFormValues,
} from "./client-form.ts";
import { t } from "./text.ts";

interface ClientDialogProps {
  provider: OAuthProvider;
  /** The stored client, or null. */
  client: OAuthClient | null;
  onClose: () => void;
  onSaved: () => void;
}

/** Dialog that sets the client of the installation at a provider of mailboxes (CFG-134). */
export function ClientDialog(props: ClientDialogProps) {
  const { provider, client, onClose, onSaved } = props;
  const title = t(client === null ? "clients.add.what" : "clients.edit.what", {
    provider: t(`clients.${provider}`),
  });
  const form = useForm<ClientFormValues>({
    name: provider,
    subject: title,
    dialog: (close) => <ClientDialog {...props} onClose={close} />,
    saved: toFormValues(client),
    validate: (values) => validateClient(provider, values),
    mapErrorField: mapClientField,
    save: (values) =>
      api.put(`/instance/oauth-clients/${provider}`, toRequestBody(provider, values)),
    onSaved: () => {
      onClose();
      onSaved();
    },
  });
  return (
    <FormDialog title={title} wide form={form} button={page("page.save")} onClose={onClose}>
      {provider === "own" && <EndpointFields form={form} />}
      <ClientFields form={form} provider={provider} client={client} />
    </FormDialog>
  );
}

function EndpointFields({ form }: { form: Form<ClientFormValues> }) {
  return (
    <>
      <TextField
        {...bindField(form, "name")}
        label={t("clients.own.name")}
        autoComplete="off"
        maxLength={60}
      />
      <TextField
        {...bindField(form, "authorization_url")}
        label={t("clients.own.authorization_url")}
        type="url"
        mono
        autoComplete="off"
        maxLength={2048}
      />
      <AllowRefusedUrl form={form} name="authorization_url" />
      <TextField
        {...bindField(form, "token_url")}
        label={t("clients.own.token_url")}
        type="url"
        mono
        autoComplete="off"
        maxLength={2048}
      />
      <AllowRefusedUrl form={form} name="token_url" />
      <TextField
        {...bindField(form, "scopes")}
        label={t("clients.own.scopes")}
        hint={t("clients.own.scopes.hint")}
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={1000}
      />
    </>
  );
}

function ClientFields({
  form,
  provider,
  client,
}: {
  form: Form<ClientFormValues>;
  provider: OAuthProvider;
  client: OAuthClient | null;
}) {
  const secretHint = canReuseSecret(form.values, client)
    ? "clients.secret.kept"
    : client?.has_secret === true
      ? "clients.secret.again"
      : provider === "own"
        ? "clients.secret.public"
        : "clients.secret.none";
  return (
    <>
      <TextField
        {...bindField(form, "client_id")}
        label={t("clients.id")}
        hint={provider === "own" ? undefined : t(`clients.id.${provider}`)}
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
      />
      <TextField
        {...bindField(form, "client_secret")}
        label={t("clients.secret")}
        hint={t(secretHint)}
        type="password"
        autoComplete="new-password"
        maxLength={1000}
      />
      {provider === "microsoft" && (
        <TextField
          {...bindField(form, "tenant")}
          label={t("clients.tenant")}
          hint={t("clients.tenant.hint")}
          mono
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
        />
      )}
    </>
  );
}

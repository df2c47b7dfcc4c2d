import type { Channel } from "@parlour/protocol";
import type { SignedLink } from "@parlour/protocol/api";
import { useId, useState } from "react";
import { api } from "../../../../state/api/api.ts";
import { can, readsTexts, useCurrentOperator } from "../../../../state/session.tsx";
import { Banner } from "../../../../ui/badges.tsx";
import { Dialog } from "../../../../ui/dialog/dialog.tsx";
import { Select, TextField } from "../../../../ui/Field.tsx";
import { useFields } from "../../../../ui/fields/use-fields.ts";
import { useApiMutation } from "../../../../ui/mutation.ts";
import { DialogForm, FormActions } from "../../kit/form/FormDialog.tsx";
import { t } from "../text.ts";
import { FieldRows } from "./FieldRows.tsx";
import { LinkResult, ServerCode } from "./LinkResult.tsx";
import { emptyForm, findProblems, listLifetimes, toRequest, type SignForm } from "./sign-form.ts";
import "./sign.css";

/**
 * Signs a link to the chat page (API-573), and writes the code with which the server of the site
 * signs others. The secret never leaves Parlour.
 */
export function SignDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const id = useId();
  const fields = (useFields().data ?? []).filter(({ sources }) => sources.includes("page"));
  const [form, setForm] = useState(emptyForm);
  // Errors are shown after an attempt, so that the focus does not move while somebody types.
  const [errors, setErrors] = useState<{ readonly id?: true }>({});
  const { link, sign, clearLink, mutation } = useSignedLink(channel.id);
  const problems = findProblems(form);
  const request = toRequest(form, fields);
  const change = (next: Partial<SignForm>) => {
    setForm({ ...form, ...next });
    setErrors({});
    clearLink();
  };
  const reason = useRefusal(channel) ?? (problems.empty && !problems.id && t("sign.empty"));
  const actionProps = {
    id,
    disabledReason: reason,
    form: {
      ...mutation,
      errors,
      submit: async () => {
        if (!problems.id) return sign(request);
        setErrors({ id: true });
        return false;
      },
    },
  };
  return (
    <Dialog
      title={t("sign.title")}
      open
      wide
      keepsText
      onClose={onClose}
      actions={
        <FormActions
          {...actionProps}
          button={t("sign.do")}
          cancel={t("sign.close")}
          onClose={onClose}
        />
      }
    >
      {channel.widget?.chat_page.enabled === false && (
        <Banner tone="warn">{t("sign.page.off")}</Banner>
      )}
      <DialogForm {...actionProps}>
        <FieldRows rows={form.rows} fields={fields} onChange={(rows) => change({ rows })} />
        <UserFields
          form={form}
          isIdMissing={errors.id === true}
          onChange={(user) => change({ user })}
        />
        <Select
          label={t("sign.valid")}
          value={listLifetimes(form).includes(form.validFor) ? form.validFor : "86400"}
          options={listLifetimes(form).map((value) => ({
            value,
            label: value === "" ? t("sign.unlimited") : t(`sign.valid.${value as "3600"}`),
          }))}
          onChange={({ target }) => change({ validFor: target.value })}
        />
      </DialogForm>
      {link !== null && <LinkResult channel={channel} link={link} fields={request.fields} />}
      <ServerCode channel={channel} request={request} isEmpty={problems.empty} />
    </Dialog>
  );
}

/** Returns why the operator cannot sign now, or null. */
function useRefusal(channel: Channel): string | null {
  const me = useCurrentOperator();
  if (!can(me, "channels.sign") || !readsTexts(me)) return t("sign.forbidden");
  return channel.has_identity_secret === true ? null : t("sign.off");
}

function useSignedLink(channel: number) {
  const [link, setLink] = useState<SignedLink | null>(null);
  const mutation = useApiMutation();
  return {
    link,
    mutation,
    clearLink: () => {
      setLink(null);
      mutation.clearFailure();
    },
    sign: (request: object) =>
      mutation.run(async () =>
        setLink(await api.post<SignedLink>(`/channels/${channel}/signed-links`, request)),
      ),
  };
}

interface UserFieldsProps {
  form: SignForm;
  isIdMissing: boolean;
  onChange: (user: SignForm["user"]) => void;
}

function UserFields({ form: { user }, isIdMissing, onChange }: UserFieldsProps) {
  const bindField = (name: keyof SignForm["user"], maxLength: number) => ({
    label: t(`sign.user.${name}`),
    value: user[name],
    maxLength,
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...user, [name]: target.value }),
  });
  return (
    <fieldset className="plain">
      <legend className="label">{t("sign.user")}</legend>
      <p className="hint">{t("sign.user.hint")}</p>
      <TextField
        {...bindField("id", 200)}
        mono
        spellCheck={false}
        error={isIdMissing ? t("sign.user.id.missing") : undefined}
      />
      <div className="sign-contacts">
        <TextField {...bindField("name", 200)} />
        <TextField {...bindField("email", 254)} type="email" />
        <TextField {...bindField("phone", 50)} type="tel" />
      </div>
    </fieldset>
  );
}

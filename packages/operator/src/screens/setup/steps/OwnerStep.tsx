import type { Operator } from "@parlour/protocol";
import { IconAlertCircle, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PasswordField } from "../../../ui/sign-in/PasswordField.tsx";
import { measureStrength } from "../../../ui/sign-in/PasswordField.tsx";
import { t as gate } from "../../../ui/sign-in/text.ts";
import { ErrorSummary } from "../../../ui/form/ErrorSummary.tsx";
import { StepSubmit, StepLayout } from "./StepLayout.tsx";
import { t } from "../text.ts";
import { useStep } from "./use-step.ts";
import type { FieldErrors } from "../../../ui/form/use-form.ts";

export interface OwnerDraft {
  name: string;
  email: string;
  password: string;
  token: string;
}
type OwnerField = keyof OwnerDraft;

interface OwnerFormProps {
  draft: OwnerDraft;
  onChange: (draft: OwnerDraft) => void;
  onCreate: (draft: OwnerDraft) => Promise<void>;
}

interface OwnerStepProps extends OwnerFormProps {
  owner: Operator | null;
  onNext: () => void;
}

/** Step 1: the owner. After its creation, the owner is shown and cannot be changed here. */
export function OwnerStep({ owner, onNext, ...formProps }: OwnerStepProps) {
  if (owner === null) return <OwnerForm {...formProps} />;
  return (
    <StepLayout
      id="owner-h"
      title={t("owner.created")}
      text={t("owner.created.text", { name: owner.name, email: owner.email })}
      actions={
        <>
          <span className="grow" />
          <Button variant="primary" icon={IconChevronRight} flipIcon iconEnd onClick={onNext}>
            {t("setup.next")}
          </Button>
        </>
      }
    />
  );
}

function OwnerForm({ draft, onChange, onCreate }: OwnerFormProps) {
  const [hasToken] = useState(draft.token !== "");
  const { faults, failure, code, busy, submit } = useStep<OwnerField>({
    validate: () => validateOwner(draft),
    send: () => onCreate({ ...draft, token: parseToken(draft.token) }),
    fields: ["name", "email", "password"],
  });
  const isExpired = code === "invalid_token";
  return (
    <StepLayout
      id="owner-h"
      title={t("owner.title")}
      text={t("owner.text")}
      onSubmit={(event) => void submit(event)}
      actions={
        <>
          <p className="t13 faint grow">{t("owner.others")}</p>
          <StepSubmit busy={busy}>{t("setup.next")}</StepSubmit>
        </>
      }
    >
      {isExpired && <ExpiredLink />}
      {failure !== null && !isExpired && <ErrorMessage error={failure} />}
      <ErrorSummary
        errors={faults}
        labels={{
          name: t("owner.name"),
          email: t("owner.email"),
          password: gate("password.label"),
          token: t("token.label"),
        }}
      />
      <OwnerFields
        draft={draft}
        onChange={onChange}
        faults={faults}
        asksToken={!hasToken || isExpired}
      />
    </StepLayout>
  );
}

/**
 * Tells the user that the link was used, has expired, or belongs to an earlier start of the server.
 */
function ExpiredLink() {
  return (
    <div className="alert" role="alert">
      <Icon of={IconAlertCircle} />
      <p className="medium">{t("token.old")}</p>
      <p className="t13">{t("token.old.do")}</p>
    </div>
  );
}

interface FieldsProps extends Pick<OwnerStepProps, "draft" | "onChange"> {
  faults: FieldErrors<OwnerField>;
  /** Whether the page was opened without a valid link. The form then has a field for the token. */
  asksToken: boolean;
}

function OwnerFields({ draft, onChange, faults, asksToken }: FieldsProps) {
  const fieldProps = (name: OwnerField) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
    error: faults[name],
  });
  return (
    <div className="form">
      {asksToken && (
        <TextField
          {...fieldProps("token")}
          label={t("token.label")}
          hint={t("token.text", { url: `${location.origin}/setup#…` })}
          mono
          spellCheck={false}
          autoComplete="off"
        />
      )}
      <TextField
        {...fieldProps("name")}
        label={t("owner.name")}
        autoComplete="name"
        maxLength={100}
        required
      />
      <TextField
        {...fieldProps("email")}
        label={t("owner.email")}
        type="email"
        autoComplete="username"
        maxLength={254}
        spellCheck={false}
        autoCapitalize="off"
        required
      />
      <PasswordField
        value={draft.password}
        onChange={(password) => onChange({ ...draft, password })}
        autoComplete="new-password"
        error={faults.password}
        avoid={[draft.name, draft.email]}
      />
    </div>
  );
}

function validateOwner(draft: OwnerDraft): FieldErrors<OwnerField> {
  const email = draft.email.trim();
  return {
    token: parseToken(draft.token) === "" ? t("token.missing") : undefined,
    name: draft.name.trim() === "" ? t("owner.name.missing") : undefined,
    email:
      email === ""
        ? t("owner.email.missing")
        : /^[^\s@]+@[^\s@]+$/.test(email)
          ? undefined
          : t("owner.email.wrong"),
    password: measureStrength(draft.password).length < 12 ? gate("password.short") : undefined,
  };
}

/** Returns the token from a pasted link or a pasted token. */
function parseToken(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return trimmed;
  const { hash, searchParams } = new URL(trimmed);
  return hash === "" ? (searchParams.get("token") ?? trimmed) : hash.slice(1);
}

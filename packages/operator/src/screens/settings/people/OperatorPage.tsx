import type { Operator } from "@parlour/protocol";
import type { ResetLink } from "@parlour/protocol/api";
import { IconDots, IconKey, IconShieldOff, IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import {
  loadCurrentOperator,
  setCurrentOperator,
  useCurrentOperator,
} from "../../../state/session.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { Menu } from "../../../ui/dialog/menu.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { NotFoundScreen } from "../../../ui/loading/NotFoundScreen.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { invalidateLists, useOperators } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody, OneTimeSecret } from "../kit/resource/parts.tsx";
import { validateOperator, OperatorFields, type OperatorFormValues } from "./OperatorFields.tsx";
import { t } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";

interface OperatorPageValues extends OperatorFormValues {
  chat_limit: string;
}

/**
 * Renders Settings → People → one operator: name, email address, role, chat limit, password link,
 * deactivation (CORE-003).
 */
export function OperatorPage({ id }: { id: number }) {
  const query = useOperators();
  return (
    <QueryPageBody query={query} title={t("menu.people")} back="people">
      {(operators) => {
        const operator = operators.find((item) => item.id === id);
        return operator ? <OperatorForm operator={operator} /> : <NotFoundScreen inside />;
      }}
    </QueryPageBody>
  );
}

function OperatorForm({ operator }: { operator: Operator }) {
  const me = useCurrentOperator();
  const [openDialog, setOpenDialog] = useState<"deactivate" | "factors" | null>(null);
  const [resetLink, setResetLink] = useState<string | null>(null);
  const readOnly = operator.managed
    ? t("page.managed")
    : operator.role === "owner" && me.role !== "owner"
      ? t("person.owners")
      : null;
  const form = useOperatorForm(operator, me);
  const runAction = (action: string) => {
    if (action === "deactivate" || action === "factors") setOpenDialog(action);
    else if (action === "activate") void runOrToast(() => activateOperator(operator));
    else
      void runOrToast(async () =>
        setResetLink((await api.post<ResetLink>(`/operators/${operator.id}/reset`)).reset_url),
      );
  };
  const dialogProps = { operator, onClose: () => setOpenDialog(null) };
  return (
    <>
      <FormPage
        title={operator.name}
        about={operator.active ? t(`people.role.${operator.role}`) : t("people.off")}
        back="people"
        form={form}
        readOnly={readOnly}
        tools={
          readOnly === null && <OperatorMenu operator={operator} me={me} onAction={runAction} />
        }
        labels={{
          name: t("person.name"),
          email: t("person.email"),
          role: t("person.role"),
          chat_limit: t("person.limit"),
        }}
      >
        {resetLink !== null && <PasswordLink link={resetLink} name={operator.name} />}
        <OperatorSection {...{ operator, me, form, readOnly }} />
      </FormPage>
      <ConfirmDeactivate {...dialogProps} open={openDialog === "deactivate"} />
      <ConfirmRemoveFactors {...dialogProps} open={openDialog === "factors"} />
    </>
  );
}

async function activateOperator({ id, name }: Operator): Promise<void> {
  await api.patch(`/operators/${id}`, { active: true });
  invalidateLists("operators");
  toast(t("person.activated", { name }));
}

function PasswordLink({ link, name }: { link: string; name: string }) {
  return (
    <section className="group">
      <OneTimeSecret
        label={t("person.reset")}
        value={link}
        hint={t("person.reset.text", { name })}
      />
    </section>
  );
}

interface ConfirmProps {
  operator: Operator;
  open: boolean;
  onClose: () => void;
}

function ConfirmDeactivate({ operator: { id, name }, ...dialogProps }: ConfirmProps) {
  const deactivate = async () => {
    await api.delete(`/operators/${id}`);
    invalidateLists("operators");
    toast(t("person.deactivated", { name }));
  };
  return (
    <ConfirmDialog
      title={t("person.deactivate.title", { name })}
      verb={t("person.deactivate.verb")}
      danger
      action={deactivate}
      {...dialogProps}
    >
      <p>{t("person.deactivate.text", { name })}</p>
    </ConfirmDialog>
  );
}

function ConfirmRemoveFactors({ operator: { id, name }, ...dialogProps }: ConfirmProps) {
  const removeFactors = async () => {
    await api.delete(`/operators/${id}/second-factor`);
    toast(t("person.factors.done", { name }));
  };
  return (
    <ConfirmDialog
      title={t("person.factors.title", { name })}
      verb={t("person.factors.verb")}
      danger
      action={removeFactors}
      {...dialogProps}
    >
      <p>{t("person.factors.text", { name })}</p>
    </ConfirmDialog>
  );
}

/** Creates the form for name, email address, role and chat limit. */
function useOperatorForm(operator: Operator, me: Operator): Form<OperatorPageValues> {
  return useForm<OperatorPageValues>({
    saved: {
      name: operator.name,
      email: operator.email,
      role: operator.role,
      chat_limit: String(operator.chat_limit),
    },
    validate: (values) => ({
      ...validateOperator(values),
      ...(!(/^\d{1,4}$/.test(values.chat_limit.trim()) && Number(values.chat_limit) <= 1000) && {
        chat_limit: t("person.limit.wrong"),
      }),
    }),
    mapErrorField: (error) =>
      error.code === "name_taken" ? "email" : error.code === "last_owner" ? "role" : null,
    save: async (values, changed) => {
      const body = Object.fromEntries(
        changed.map((key) => [
          key,
          key === "chat_limit" ? Number(values[key]) : values[key].trim(),
        ]),
      );
      await api.patch<Operator>(`/operators/${operator.id}`, body);
      invalidateLists("operators");
      if (operator.id === me.id) setCurrentOperator(await loadCurrentOperator());
    },
  });
}

interface OperatorMenuProps {
  operator: Operator;
  me: Operator;
  onAction: (action: string) => void;
}

/** Menu of rare actions: password link, removal of second factors, deactivation, reactivation. */
function OperatorMenu({ operator, me, onAction }: OperatorMenuProps) {
  return (
    <Menu
      label={t("person.more")}
      className="btn icon quiet"
      onAction={onAction}
      groups={[
        {
          entries: operator.active
            ? [
                { id: "reset", icon: IconKey, label: t("person.reset") },
                ...(operator.id === me.id
                  ? []
                  : [{ id: "factors", icon: IconShieldOff, label: t("person.factors") }]),
              ]
            : [{ id: "activate", icon: IconUserCheck, label: t("person.activate") }],
        },
        ...(operator.active && operator.id !== me.id
          ? [
              {
                entries: [
                  {
                    id: "deactivate",
                    icon: IconUserOff,
                    label: t("person.deactivate"),
                    danger: true,
                  },
                ],
              },
            ]
          : []),
      ]}
    >
      <Icon of={IconDots} />
    </Menu>
  );
}

interface OperatorSectionProps {
  operator: Operator;
  me: Operator;
  form: Form<OperatorPageValues>;
  readOnly: string | null;
}

function OperatorSection({ operator, me, form, readOnly }: OperatorSectionProps) {
  const isReadOnly = readOnly !== null;
  const limit = {
    ...bindField(form, "chat_limit"),
    label: t("person.limit"),
    hint: t("person.limit.hint"),
  };
  return (
    <SettingsSection id="g-person" title={t("person.group")}>
      <OperatorFields
        form={form}
        me={me}
        readOnly={isReadOnly}
        {...(operator.id !== me.id && { roleHint: t("person.role.hint") })}
      />
      <TextField {...limit} inputMode="numeric" maxLength={4} readOnly={isReadOnly} />
    </SettingsSection>
  );
}

import type { Operator } from "@parlour/protocol";
import type { OperatorEntry, OperatorPatch, ResetLink } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import {
  loadCurrentOperator,
  setCurrentOperator,
  useCurrentOperator,
} from "../../../state/session.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { TextField } from "../../../ui/Field.tsx";
import { NotFoundScreen } from "../../../ui/loading/NotFoundScreen.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { invalidateLists, useOperators } from "../queries.ts";
import { FormPage } from "../kit/form/FormPage.tsx";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { QueryPageBody, OneTimeSecret } from "../kit/resource/parts.tsx";
import { validateOperator, OperatorFields, type OperatorFormValues } from "./OperatorFields.tsx";
import {
  answersChats,
  OperatorAssignments,
  type AssignmentValues,
} from "./OperatorAssignments.tsx";
import { t } from "../text.ts";
import { useForm, type Form } from "../kit/form/use-form.ts";
import {
  activateOperator,
  ConfirmDeactivate,
  ConfirmRemoveFactors,
  OperatorMenu,
} from "./OperatorMenu.tsx";

interface OperatorPageValues extends OperatorFormValues, AssignmentValues {
  chat_limit: string;
}

/** Renders Settings → People → one operator (CORE-003, CORE-322). */
export function OperatorPage({ id }: { id: number }) {
  const query = useOperators();
  return (
    <QueryPageBody query={query} title={t("menu.people")}>
      {(operators) => {
        const operator = operators.find((item) => item.id === id);
        return operator ? <OperatorForm operator={operator} /> : <NotFoundScreen inside />;
      }}
    </QueryPageBody>
  );
}

function OperatorForm({ operator }: { operator: OperatorEntry }) {
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
          channels: t("person.channels"),
          departments: t("person.departments"),
        }}
      >
        {resetLink !== null && <PasswordLink link={resetLink} name={operator.name} />}
        <OperatorSection {...{ operator, me, form, readOnly }} />
        <OperatorAssignments form={form} readOnly={readOnly !== null} />
      </FormPage>
      <ConfirmDeactivate {...dialogProps} open={openDialog === "deactivate"} />
      <ConfirmRemoveFactors {...dialogProps} open={openDialog === "factors"} />
    </>
  );
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

/** Creates the form for the person, their channels and their departments. */
function useOperatorForm(operator: OperatorEntry, me: Operator): Form<OperatorPageValues> {
  return useForm<OperatorPageValues>({
    saved: {
      name: operator.name,
      email: operator.email,
      role: operator.role,
      chat_limit: String(operator.chat_limit),
      channels: operator.channels,
      departments: operator.departments,
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
      const { name, email, role, chat_limit, channels, departments } = values;
      const body: Required<Pick<OperatorPatch, keyof OperatorPageValues>> = {
        name: name.trim(),
        email: email.trim(),
        role,
        chat_limit: Number(chat_limit),
        channels: answersChats(role) ? channels : [],
        departments,
      };
      const changes = Object.fromEntries(changed.map((key) => [key, body[key]]));
      await api.patch<Operator>(`/operators/${operator.id}`, changes);
      invalidateLists("operators");
      if (operator.id === me.id) setCurrentOperator(await loadCurrentOperator());
    },
  });
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

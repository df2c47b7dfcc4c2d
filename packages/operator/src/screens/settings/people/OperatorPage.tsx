import type { OperatorEntry, ResetLink } from "@parlour/protocol/api";
import { useState } from "react";
import { api } from "../../../state/api/api.ts";
import {
  loadCurrentOperator,
  setCurrentOperator,
  useCurrentOperator,
} from "../../../state/session.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { NotFoundScreen } from "../../../ui/loading/NotFoundScreen.tsx";
import { FormPage } from "../kit/form/FormPage.tsx";
import { getKindLabels, useKindForm } from "../kit/kind/use-kind-form.ts";
import { QueryPageBody, OneTimeSecret } from "../kit/resource/parts.tsx";
import { useOperators } from "../../../state/api/queries.ts";
import { useRoleName } from "../roles/role-permissions.ts";
import { t } from "../text.ts";
import {
  activateOperator,
  ConfirmDeactivate,
  ConfirmRemoveFactors,
  OperatorMenu,
} from "./OperatorMenu.tsx";
import { OperatorFields, operatorScreen } from "./screen.tsx";

/** Renders Settings → People → one operator (CORE-003, CORE-322). */
export function OperatorPage({ id }: { id: number }) {
  const query = useOperators();
  return (
    <QueryPageBody query={query} title={t("person.title")}>
      {(operators) => {
        const operator = operators.find((item) => item.id === id);
        return operator ? <OperatorForm operator={operator} /> : <NotFoundScreen inside />;
      }}
    </QueryPageBody>
  );
}

function OperatorForm({ operator }: { operator: OperatorEntry }) {
  const me = useCurrentOperator();
  const getRoleName = useRoleName();
  const [openDialog, setOpenDialog] = useState<"deactivate" | "factors" | null>(null);
  const [resetLink, setResetLink] = useState<string | null>(null);
  const readOnly = operator.managed
    ? t("page.managed")
    : operator.role === "owner" && me.role !== "owner"
      ? t("person.owners")
      : null;
  const form = useKindForm(operatorScreen, operator, {
    onSaved: ({ id }) => {
      if (id === me.id) void loadCurrentOperator().then(setCurrentOperator);
    },
  });
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
        about={operator.active ? getRoleName(operator) : t("people.off")}
        form={form}
        readOnly={readOnly}
        tools={
          readOnly === null && <OperatorMenu operator={operator} me={me} onAction={runAction} />
        }
        labels={getKindLabels(operatorScreen)}
      >
        {resetLink !== null && <PasswordLink link={resetLink} name={operator.name} />}
        <OperatorFields
          screen={operatorScreen}
          form={form}
          readOnly={readOnly !== null}
          stored={operator}
        />
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

import type { Operator } from "@parlour/protocol";
import { isCompanyField } from "@parlour/protocol/field-kinds";
import { IconBuilding } from "@tabler/icons-react";
import { api, queryClient } from "../../../state/api/api.ts";
import { can } from "../../../state/session.tsx";
import { EmptyState } from "../../../ui/badges.tsx";
import { useFields } from "../../../ui/fields/use-fields.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { t } from "./text.ts";

/**
 * Says why there are no companies. Without their field, operators with the permission add it with
 * one key press (CO-021).
 */
export function NoCompanies({ me }: { me: Operator }) {
  const fields = useFields();
  if (fields.isError)
    return <ErrorMessage error={fields.error} onRetry={() => void fields.refetch()} />;
  const field = fields.data?.find(({ object, key }) => object === "visitor" && key === "company");
  if (fields.data === undefined) return null;
  if (field === undefined) return <NoCompanyField canAdd={can(me, "account.manage")} />;
  return isCompanyField(field) ? (
    <EmptyState icon={IconBuilding} title={t("companies.empty")}>
      {t("companies.empty.text", { field: field.name })}
    </EmptyState>
  ) : (
    <EmptyState icon={IconBuilding} title={t("companies.kind")}>
      {t("companies.kind.text")}
    </EmptyState>
  );
}

function NoCompanyField({ canAdd }: { canAdd: boolean }) {
  return (
    <EmptyState
      icon={IconBuilding}
      title={t("companies.start")}
      action={
        canAdd && (
          <MutationButton variant="primary" mutate={addCompanyField}>
            {t("companies.add")}
          </MutationButton>
        )
      }
    >
      {t("companies.start.text")} {!canAdd && t("companies.start.ask")}
    </EmptyState>
  );
}

async function addCompanyField(): Promise<void> {
  const field = { object: "visitor", key: "company", kind: "text", name: t("companies.field") };
  await api.post("/fields", field);
  await queryClient.invalidateQueries({ queryKey: ["fields"] });
}

import type { OidcProvider } from "@parlour/protocol/api/people/session";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import { useKindForm } from "../kit/kind/use-kind-form.ts";
import { t as page } from "../text.ts";
import { oidcScreen } from "./oidc-screen.tsx";
import { t } from "./text.ts";

interface SingleSignOnDialogProps {
  /** The provider to change, or null for a new one. */
  provider: OidcProvider | null;
  onClose: () => void;
  onSaved: () => void;
}

export function SingleSignOnDialog({ provider, onClose, onSaved }: SingleSignOnDialogProps) {
  const form = useKindForm(oidcScreen, provider, onSaved);
  const title = provider === null ? t("oidc.add") : t("oidc.edit.what", { name: provider.name });
  return (
    <FormDialog title={title} wide form={form} button={page("page.save")} onClose={onClose}>
      <KindFields screen={oidcScreen} form={form} readOnly={false} stored={provider ?? undefined} />
    </FormDialog>
  );
}

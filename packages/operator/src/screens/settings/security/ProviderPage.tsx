import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { api } from "../../../state/api/api.ts";
import { invalidateLists } from "../../../state/api/queries.ts";
import { findText, textById } from "../../../text/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { FormDialog } from "../kit/form/FormDialog.tsx";
import { KindFields } from "../kit/kind/KindFields.tsx";
import type { KindScreen } from "../kit/kind/kind-screen.ts";
import { useKindForm } from "../kit/kind/use-kind-form.ts";
import { ConfirmDialog } from "../kit/resource/ConfirmDialog.tsx";
import { AddButton } from "../kit/resource/ListPage.tsx";
import { ResourceListPage, ResourceName } from "../kit/resource/ResourceTable.tsx";
import { t as page } from "../text.ts";

interface Provider {
  readonly id: string;
  readonly name: string;
  readonly managed: boolean;
}
interface ProviderPageProps<T extends Provider, A extends { readonly items: readonly T[] }> {
  screen: KindScreen<T>;
  /** Renders the addresses that must be registered at the provider. */
  above: (answer: A) => ReactNode;
}

/** Renders identity providers of the installation, of OIDC or SAML (API-206, SSO-001). */
export function ProviderPage<T extends Provider, A extends { readonly items: readonly T[] }>({
  screen,
  above,
}: ProviderPageProps<T, A>) {
  const { path } = screen.kind;
  const text = createTexts(screen);
  const query = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<A>(`/${path}`, { signal }),
  });
  const [editedProvider, setEditedProvider] = useState<T | "new" | null>(null);
  const [providerToRemove, setProviderToRemove] = useState<T | null>(null);
  return (
    <ResourceListPage<T>
      query={{ ...query, data: query.data?.items }}
      title={text("title")}
      about={text("list")}
      add={<AddButton onAdd={() => setEditedProvider("new")}>{text("add")}</AddButton>}
      empty={{ icon: screen.icon, title: text("empty"), text: text("empty.text") }}
      above={query.data && <div className="cols wide">{above(query.data)}</div>}
      dialogs={
        <>
          {editedProvider !== null && (
            <ProviderDialog
              screen={screen}
              provider={editedProvider === "new" ? null : editedProvider}
              onClose={() => setEditedProvider(null)}
            />
          )}
          {providerToRemove !== null && (
            <RemoveProvider
              screen={screen}
              provider={providerToRemove}
              onClose={() => setProviderToRemove(null)}
            />
          )}
        </>
      }
      name={{ head: text("name"), cell: (provider) => <ResourceName resource={provider} /> }}
      columns={screen.columns?.() ?? []}
      actions={{
        head: text("edit"),
        cell: (provider) =>
          !provider.managed && (
            <span className="line">
              <Button
                small
                aria-label={text("edit.what", provider)}
                onClick={() => setEditedProvider(provider)}
              >
                {text("edit")}
              </Button>
              <Button
                small
                aria-label={text("remove.title", provider)}
                onClick={() => setProviderToRemove(provider)}
              >
                {text("remove")}
              </Button>
            </span>
          ),
      }}
    />
  );
}

/** Returns the texts of the kind. Some contain the name of a provider. */
const createTexts =
  <T extends Provider>({ prefix }: KindScreen<T>) =>
  (id: string, provider?: Provider): string =>
    provider === undefined
      ? textById(`${prefix}.${id}`)
      : (findText(`${prefix}.${id}`, { name: provider.name }) ?? id);

interface ProviderDialogProps<T extends Provider> {
  screen: KindScreen<T>;
  /** The provider to change, or null for a new one. */
  provider: T | null;
  onClose: () => void;
}

function ProviderDialog<T extends Provider>(props: ProviderDialogProps<T>) {
  const { screen, provider, onClose } = props;
  const text = createTexts(screen);
  const form = useKindForm(screen, provider, {
    onSaved: () => {
      onClose();
      toast(text("saved"));
    },
    dialog: (close) => <ProviderDialog {...props} onClose={close} />,
  });
  const title = provider === null ? text("add") : text("edit.what", provider);
  return (
    <FormDialog title={title} wide form={form} button={page("page.save")} onClose={onClose}>
      <KindFields screen={screen} form={form} readOnly={false} stored={provider ?? undefined} />
    </FormDialog>
  );
}

function RemoveProvider<T extends Provider>({
  screen,
  provider,
  onClose,
}: Omit<ProviderDialogProps<T>, "provider"> & { provider: T }) {
  const { path } = screen.kind;
  const text = createTexts(screen);
  const remove = async () => {
    const isRemoved = await runOrToast(() => api.delete(`/${path}/${provider.id}`));
    if (isRemoved) toast(text("removed"));
    invalidateLists(path);
  };
  return (
    <ConfirmDialog
      title={text("remove.title", provider)}
      button={text("remove")}
      danger
      open
      action={remove}
      onClose={onClose}
    >
      <p>{text("remove.text")}</p>
    </ConfirmDialog>
  );
}

import { IconFlask, IconPlus, IconShieldLock, IconTrash } from "@tabler/icons-react";
import { Button } from "../../../ui/Button.tsx";
import { MutationButton } from "../../../ui/MutationButton.tsx";
import { runOrToast } from "../../../ui/mutation.ts";
import { ErrorMessage } from "../../../ui/loading/ErrorMessage.tsx";
import { TextField } from "../../../ui/Field.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { EmptyState, Tag } from "../../../ui/badges.tsx";
import { toast } from "../../../ui/dialog/toast.tsx";
import { bindField } from "../kit/form/form-fields.tsx";
import { useInstallation } from "../../../state/api/queries.ts";
import { updateAllowedAddresses } from "../kit/form/outgoing-addresses.ts";
import { SettingsSection } from "../kit/form/SettingsSection.tsx";
import { UnsavedChangesGuard } from "../../../ui/form/UnsavedChangesGuard.tsx";
import { QueryPage } from "../kit/resource/QueryPage.tsx";
import { t } from "../text.ts";
import { useForm } from "../../../ui/form/use-form.ts";

/**
 * Renders the allowed addresses for installation owners: the private addresses that Parlour
 * may call (CORE-123). Changes take effect immediately, and removing an address offers Undo.
 */
export function OutgoingAddressesPage() {
  return (
    <QueryPage query={useInstallation()} title={t("addresses.title")} about={t("addresses.about")}>
      {({ egress_allow }) => (
        <div className="cols one">
          <div className="card">
            <section className="group">
              <p className="soft">{t("addresses.text")}</p>
              <p className="line4 t13 soft">
                <Icon of={IconFlask} small />
                {t("addresses.lab")}
              </p>
              <AddAddress />
              {!egress_allow.includes(labAddress) && (
                <p>
                  <MutationButton small icon={IconFlask} mutate={() => allowAddress(labAddress)}>
                    {t("addresses.allowlab", { address: labAddress })}
                  </MutationButton>
                </p>
              )}
            </section>
            <SettingsSection id="g-list" title={t("addresses.list")}>
              <AllowedAddresses addresses={egress_allow} />
            </SettingsSection>
          </div>
        </div>
      )}
    </QueryPage>
  );
}

function AllowedAddresses({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0)
    return (
      <EmptyState icon={IconShieldLock} title={t("addresses.empty")}>
        {t("addresses.empty.text")}
      </EmptyState>
    );
  return (
    <ul className="ops" data-readonly>
      {addresses.map((address) => (
        <li key={address} className="address">
          <span className="mono grow">{address}</span>
          <AddressTag address={address} />
          <MutationButton
            small
            variant="quiet"
            icon={IconTrash}
            aria-label={`${t("page.remove")}: ${address}`}
            mutate={() => removeAddress(address)}
          />
        </li>
      ))}
    </ul>
  );
}

function AddressTag({ address }: { address: string }) {
  if (address === labAddress)
    return (
      <Tag tone="info" icon={IconFlask}>
        {t("addresses.islab")}
      </Tag>
    );
  return /^(?:127\.|localhost\b|\[?::1\]?)/.test(address) ? (
    <Tag>{t("addresses.local")}</Tag>
  ) : null;
}

function AddAddress() {
  const form = useForm({
    name: "address",
    subject: t("addresses.new"),
    saved: { address: "" },
    validate: ({ address }) => (address.trim() === "" ? { address: t("addresses.missing") } : {}),
    mapErrorField: ({ status }) => (status === 400 ? "address" : null),
    save: ({ address }) => allowAddress(address.trim()),
    isNew: true,
    secrets: ["address"],
  });
  return (
    <form
      className="addone"
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
      noValidate
    >
      {form.failure !== null && <ErrorMessage error={form.failure} />}
      <UnsavedChangesGuard changedFields={form.unsent.length === 0 ? [] : [t("addresses.new")]} />
      <TextField
        {...bindField(form, "address")}
        label={t("addresses.new")}
        hint={t("addresses.new.hint")}
        {...addressFieldProps}
      />
      <Button type="submit" icon={IconPlus} unavailable={form.busy}>
        {t("addresses.add")}
      </Button>
    </form>
  );
}

const addressFieldProps = {
  mono: true,
  spellCheck: false,
  autoComplete: "off",
  maxLength: 260,
  placeholder: "127.0.0.1:8080",
} as const;

async function allowAddress(address: string): Promise<void> {
  await updateAllowedAddresses({ add: [address] });
  toast(t("addresses.added", { address }));
}

async function removeAddress(address: string): Promise<void> {
  await updateAllowedAddresses({ remove: [address] });
  const undo = () => void runOrToast(() => updateAllowedAddresses({ add: [address] }));
  toast(t("addresses.removed", { address }), { action: { label: t("page.undo"), run: undo } });
}

/** Default address of the test lab (`parlour lab --port`). */
const labAddress = "127.0.0.1:4100";
